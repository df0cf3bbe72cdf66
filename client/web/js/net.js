// The one connection to the player's own node.

import { patch, snapshot } from "./store.js";

const token = location.hash.slice(1) || sessionStorage.getItem("token") || "";
if (token) sessionStorage.setItem("token", token);

let socket = null;
let seen = 0;
let asked = 0;
let wait = 250;
const waiting = new Map();
let state = () => {};

/** Connect, and stay so; `tell("open" | "lost" | "refused")` says how it goes. */
export function connect(tell) {
  state = tell;
  socket = new WebSocket(`ws://${location.host}/table`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => {
    seen = 0;
    for (const { reject } of waiting.values()) reject(new Error("The connection to your node was lost."));
    waiting.clear();
    if (event.code === 4403) return state("refused");
    state("lost");
    setTimeout(() => connect(tell), wait);
    wait = Math.min(wait * 2, 4000);
  };
}

function receive(message) {
  if (message.n !== seen + 1) return socket.close(); // something is missing: begin anew
  seen = message.n;
  if (message.type === "snapshot") {
    wait = 250;
    snapshot(message.board, message.picture);
    state("open");
  } else if (message.type === "patch") {
    patch(message.changes, message.gone);
    state("open");
  } else if (message.type === "ack") {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.ok) resolve?.(message.result);
    else reject?.(Object.assign(new Error(message.why), { rule: message.rule }));
  }
}

/** Ask the node for something; rejects with the rulebook's words where it is refused. */
export function request(type, fields = {}) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("Your node is not there."));
  const id = ++asked;
  socket.send(JSON.stringify({ type, id, ...fields }));
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
