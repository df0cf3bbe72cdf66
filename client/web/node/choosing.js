// Bots in a worker of their own, which knows neither keys nor files: each has a port, by which it is
// made and asked.

import { loadWithoutPrimitives } from "./program.js";

/** @import { FromBot, ToBot } from "./bots.js" */

const apart = loadWithoutPrimitives().then((python) => python.pyimport("client.bots.apart"));
apart.catch(() => undefined); // who asks is told

addEventListener("message", ({ ports: [port] }) => {
  if (!port) return;
  const say = (/** @type {FromBot} */ told) => port.postMessage(told);
  /** @type {any} */
  let bot = null;
  let before = Promise.resolve();
  port.onmessage = (/** @type {MessageEvent<ToBot>} */ { data }) => {
    before = before
      .then(() => apart)
      .then(({ ChoosingBot }) => {
        if ("make" in data) bot = ChoosingBot(data.make);
        else {
          const chosen = bot.choose(data.ask);
          say({ answer: chosen.toJs() });
          chosen.destroy();
        }
      })
      .catch((error) => say({ failed: String(error) }));
  };
});
