// What the signs on the map mean.

/**
 * @import { Token } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Chip } from "../map/layout.js"
 */

import { h } from "../h.js";
import { fight, parts } from "../map/chips.js";
import { CHIP, SUM } from "../map/layout.js";

/** @type {readonly { rule: string, sign: "mine" | "cell" | "convoy", drawn: string, words: string }[]} */
const LAID = [
  { rule: "WM", sign: "mine", drawn: "mine with spikes, 1", words: "a sea mine" },
  { rule: "WR", sign: "cell", drawn: "star, 1", words: "resistance cells" },
  { rule: "CD", sign: "convoy", drawn: "ship, 1", words: "IPC of convoys lost here" },
];

/** @type {Token} */
export const HIDDEN = {
  id: 0,
  power: "",
  mine: false,
  up: false,
  under: false,
  left: 0,
  moved: false,
  open: false,
  group: null,
  size: null,
  marks: [],
  was: [],
  odds: null,
  believed: null,
};

/**
 * A sign for who cannot see it: what is drawn, as its meaning stands beside it.
 *
 * @param {string} drawn
 */
const seen = (drawn) => ({ role: /** @type {const} */ ("img"), "aria-label": drawn });

/** @param {number | null} group */
const may = (group) => ({ percent: 50, group, size: group === null ? 0 : 1 });

/** @param {State} state */
export function legend(state) {
  const { board, picture } = state;
  if (!board) return null;
  const [first] = Object.keys(board.powers);
  const power = Object.keys(board.powers).find((one) => picture.powers[one]?.mine) ?? first;
  const any = { ...state, picture: { ...picture, powers: {} } }; // 1–2 is ? where there are just 2
  const sign = (/** @type {string} */ drawn, /** @type {Chip} */ chip, high = CHIP.high) =>
    h(
      "svg",
      {
        ...seen(drawn),
        class: "stack",
        width: chip.wide + 2,
        height: high + 2,
        viewBox: `-1 -1 ${chip.wide + 2} ${high + 2}`,
        "text-anchor": "middle",
      },
      parts(any, chip, high),
    );
  const token = (/** @type {string} */ drawn, /** @type {Partial<Token>} */ facts) =>
    sign(`token, ${drawn}`, {
      chip: "token",
      power,
      ids: [],
      wide: CHIP.wide,
      token: { ...HIDDEN, power, ...facts },
    });
  const units = (
    /** @type {string} */ drawn,
    /** @type {number} */ count,
    /** @type {{ cargo?: boolean, kind?: string, mark?: string }} */ { cargo, kind, mark },
  ) =>
    sign(drawn, {
      chip: "unit",
      power,
      kind: kind ?? "infantry",
      ids: [],
      count,
      cargo: cargo ?? false,
      damaged: false,
      marks: mark ? [{ words: "", sign: mark }] : [],
      wide: CHIP.wide,
    });
  const rows = [
    [
      sign("letter and 7", { chip: "sum", power, ids: [], count: 7, wide: 27 }, SUM.high),
      "all units of a power, by its letter; nearer, by kind",
    ],
    [units("infantry, 3", 3, {}), "units of one kind, and how many"],
    [
      sign("complex, −2", {
        chip: "complex",
        power,
        kind: "complex",
        ids: [],
        complex: { capacity: 3, damage: 2 },
        wide: 42,
      }),
      "an industrial complex with 2 damage",
    ],
    [units("infantry, 2, underlined", 2, { cargo: true }), "aboard a ship"],
    ...(board.hidden
      ? [
          [token("?", {}), "a token, face down: one group of submarines, or a decoy"],
          [
            token("3·2", { group: 3, size: 2, mine: true }),
            "your own, for your eyes alone: group 3, of 2 submarines",
          ],
          [
            token("1–2", { odds: [may(1), may(2)] }),
            "one of groups 1 to 2, by all that is known; 1? is group 1 or a decoy",
          ],
          [token("crossed out", { odds: [may(null)] }), "certainly a decoy"],
          [
            sign("two tokens", {
              chip: "tokens",
              power,
              ids: [],
              count: 2,
              wide: CHIP.wide,
            }),
            "two tokens of a power, seen from afar",
          ],
          [token("? above a wave", { under: true }), "submerged"],
        ]
      : []),
    ...LAID.filter(({ rule }) => board.rules.includes(rule)).map((one) => [
      sign(one.drawn, {
        chip: "sign",
        ids: [],
        wide: CHIP.wide,
        marker: { sign: one.sign, power, count: 1, text: one.words },
      }),
      one.words,
    ]),
    ...(board.rules.includes("DS")
      ? [
          [
            token("P", { marks: [{ words: "periscope", sign: "P" }] }),
            "the depth of submarines: ↑ surfaced, P periscope, ↓ submerged, ⇊ silent",
          ],
        ]
      : []),
    ...(board.rules.includes("WE")
      ? [[units("fighter, E", 1, { kind: "fighter", mark: "E" }), "an elite unit (WE)"]]
      : []),
    ...(board.rules.includes("WK")
      ? [
          [
            units("fighter, K", 1, { kind: "fighter", mark: "K" }),
            "a kamikaze fighter, which is removed when Conduct combat ends (WK)",
          ],
        ]
      : []),
    ...(board.map.barriers
      ? [
          [
            h(
              "svg",
              { ...seen("thick line"), width: 30, height: 12 },
              h("path", { d: "M1 4h28v4h-28z", class: "barrier" }),
            ),
            "a border that nothing crosses",
          ],
        ]
      : []),
    [
      h("svg", { ...seen("burst"), width: 22, height: 22, viewBox: "-11 -11 22 22" }, fight(0, 0)),
      "a battle, or one that you plan, with your chance to win, and to a standoff, where neither can hit the other; … while the odds are being computed, ? where they cannot tell",
    ],
  ];
  return h(
    "dl",
    { class: "legend" },
    rows.map(([mark, words]) => [h("dt", {}, mark), h("dd", {}, words)]),
  );
}
