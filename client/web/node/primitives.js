// The primitives of a node that runs in a page, as `protocol.primitives.page` calls them.

/**
 * What a node asks of a browser's libsodium: bytes in, bytes out, nothing for what does not decrypt or
 * agree.
 *
 * @param {typeof import("libsodium-wrappers-sumo").default} sodium that is ready
 */
export function primitives(sodium) {
  return {
    /** @param {Uint8Array} seed */
    ed25519_public: (seed) => sodium.crypto_sign_seed_keypair(seed).publicKey,

    /** @param {Uint8Array} seed @param {Uint8Array} message */
    ed25519_sign: (seed, message) =>
      sodium.crypto_sign_detached(message, sodium.crypto_sign_seed_keypair(seed).privateKey),

    /** @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature */
    ed25519_verify: (key, message, signature) =>
      sodium.crypto_sign_verify_detached(signature, message, key),

    /** @param {Uint8Array} scalar */
    x25519_public: (scalar) => sodium.crypto_scalarmult_base(scalar),

    /** @param {Uint8Array} scalar @param {Uint8Array} point */
    x25519: (scalar, point) => orNothing(() => sodium.crypto_scalarmult(scalar, point)),

    /** @param {Uint8Array} key @param {Uint8Array} nonce @param {Uint8Array} plain @param {Uint8Array} bound */
    chacha20_poly1305_encrypt: (key, nonce, plain, bound) =>
      sodium.crypto_aead_chacha20poly1305_ietf_encrypt(plain, bound, null, nonce, key),

    /** @param {Uint8Array} key @param {Uint8Array} nonce @param {Uint8Array} encrypted @param {Uint8Array} bound */
    chacha20_poly1305_decrypt: (key, nonce, encrypted, bound) =>
      orNothing(() =>
        sodium.crypto_aead_chacha20poly1305_ietf_decrypt(null, encrypted, bound, nonce, key),
      ),

    /** @param {Uint8Array} secret @param {Uint8Array} salt @param {number} memory in KiB @param {number} passes */
    argon2id: (secret, salt, memory, passes) =>
      sodium.crypto_pwhash(
        32,
        secret,
        salt,
        passes,
        memory * 1024,
        sodium.crypto_pwhash_ALG_ARGON2ID13,
      ),

    /** @param {Uint8Array} point */
    ristretto255_is_valid: (point) => sodium.crypto_core_ristretto255_is_valid_point(point),

    /** @param {Uint8Array} first @param {Uint8Array} second */
    ristretto255_add: (first, second) => sodium.crypto_core_ristretto255_add(first, second),

    /** @param {Uint8Array} first @param {Uint8Array} second */
    ristretto255_subtract: (first, second) => sodium.crypto_core_ristretto255_sub(first, second),

    /** @param {Uint8Array} scalar @param {Uint8Array} point */
    ristretto255_multiply: (scalar, point) => sodium.crypto_scalarmult_ristretto255(scalar, point),

    /** @param {Uint8Array} scalar */
    ristretto255_multiply_base: (scalar) => sodium.crypto_scalarmult_ristretto255_base(scalar),

    /** @param {Uint8Array} wide */
    ristretto255_from_hash: (wide) => sodium.crypto_core_ristretto255_from_hash(wide),
  };
}

/** @param {() => Uint8Array} made */
function orNothing(made) {
  try {
    return made();
  } catch {
    return undefined;
  }
}
