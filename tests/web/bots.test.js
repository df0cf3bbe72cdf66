// Bots that choose in another worker: asked one after the other, and given up where it has stopped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Bots } from "../../client/web/node/bots.js";

/** A worker whose bots answer each view with itself. */
function echoing() {
  return {
    ended: false,
    onerror: /** @type {any} */ (null),
    ports: /** @type {MessagePort[]} */ ([]),
    postMessage(/** @type {null} */ _, /** @type {MessagePort[]} */ [port]) {
      if (!port) return;
      this.ports.push(port);
      port.onmessage = ({ data }) => {
        if ("ask" in data) port.postMessage({ answer: data.ask });
      };
    },
    terminate() {
      this.ended = true;
      for (const port of this.ports) port.close();
    },
  };
}

test("each view has its own answer, in order", async () => {
  const bots = new Bots(() => /** @type {any} */ (echoing()));
  const apart = bots.sit();
  apart.make(Uint8Array.of(0));
  const answers = await Promise.all([apart.ask(Uint8Array.of(1)), apart.ask(Uint8Array.of(2))]);
  assert.deepEqual(answers, [Uint8Array.of(1), Uint8Array.of(2)]);
  apart.leave();
});

test("there is one worker from when a bot is asked until the last has left", async () => {
  /** @type {ReturnType<typeof echoing>[]} */
  const begun = [];
  const bots = new Bots(() => {
    begun.push(echoing());
    return /** @type {any} */ (begun.at(-1));
  });
  const [first, second] = [bots.sit(), bots.sit()];
  assert.equal(begun.length, 0);
  await Promise.all([first.ask(Uint8Array.of(1)), second.ask(Uint8Array.of(2))]);
  first.leave();
  assert.deepEqual(
    begun.map(({ ended }) => ended),
    [false],
  );
  second.leave();
  const third = bots.sit();
  await third.ask(Uint8Array.of(3));
  third.leave();
  assert.deepEqual(
    begun.map(({ ended }) => ended),
    [true, true],
  );
});

test("who asks is told that the worker has stopped", async () => {
  const worker = echoing();
  worker.postMessage = (_, [port]) => void (port && worker.ports.push(port));
  const bots = new Bots(() => /** @type {any} */ (worker));
  const apart = bots.sit();
  const asked = apart.ask(Uint8Array.of(1));
  let contained = false;
  worker.onerror({ preventDefault: () => (contained = true) });
  assert.ok(contained, "or it would end the program in the page");
  await assert.rejects(asked, /stopped/);
  assert.ok(worker.ended);
  await assert.rejects(apart.ask(Uint8Array.of(2)), /stopped/);
  apart.leave();
});
