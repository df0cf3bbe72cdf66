// The types of `preact.js`, which is Preact's own distribution, byte for byte.
export * from "preact";
