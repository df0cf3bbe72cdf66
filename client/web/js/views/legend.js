// What the signs on the map mean.

/**
 * @import { Token } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Chip } from "../map/layout.js"
 */

import { h } from "../h.js";
import { fight, parts } from "../map/chips.js";
import { CHIP, SUM } from "../map/layout.js";

/** @type {readonly { rule: string, sign: "mine" | "cell" | "convoy", words: string }[]} */
const LAID = [
  { rule: "WM", sign: "mine", words: "a sea mine" },
  { rule: "WR", sign: "cell", words: "resistance cells" },
  { rule: "CD", sign: "convoy", words: "IPC of convoys lost here" },
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

/** @param {number | null} group */
const may = (group) => ({ percent: 50, group, size: group === null ? 0 : 1 });

/** @param {State} state */
export function legend(state) {
  const { board, picture } = state;
  if (!board) return null;
  const [first] = Object.keys(board.powers);
  const power = Object.keys(board.powers).find((one) => picture.powers[one]?.mine) ?? first;
  const sign = (/** @type {Chip} */ chip, high = CHIP.high) =>
    h(
      "svg",
      {
        class: "stack",
        width: chip.wide + 2,
        height: high + 2,
        "aria-hidden": "true",
        viewBox: `-1 -1 ${chip.wide + 2} ${high + 2}`,
        "text-anchor": "middle",
      },
      parts(state, chip, high),
    );
  const token = (/** @type {Partial<Token>} */ facts) =>
    sign({ chip: "token", power, ids: [], wide: CHIP.wide, token: { ...HIDDEN, power, ...facts } });
  const infantry = (/** @type {number} */ count, /** @type {boolean} */ cargo) =>
    sign({
      chip: "unit",
      power,
      kind: "infantry",
      ids: [],
      count,
      cargo,
      damaged: false,
      marks: [],
      wide: CHIP.wide,
    });
  const rows = [
    [
      sign({ chip: "sum", power, ids: [], count: 7, wide: 27 }, SUM.high),
      "all units of a power, by its letter; nearer, by kind",
    ],
    [infantry(3, false), "units of one kind, and how many"],
    [
      sign({
        chip: "complex",
        power,
        kind: "complex",
        ids: [],
        complex: { capacity: 3, damage: 2 },
        wide: 24,
      }),
      "an industrial complex with 2 damage",
    ],
    [infantry(2, true), "aboard a ship"],
    ...(board.hidden
      ? [
          [token({}), "a token, face down: one group of submarines, or a decoy"],
          [
            token({ group: 3, size: 2, mine: true }),
            "your own, for your eyes alone: group 3, of 2 submarines",
          ],
          [
            token({ odds: [may(1), may(2)] }),
            "one of groups 1 to 2, by all that is known; 1? is group 1 or a decoy",
          ],
          [token({ odds: [may(null)] }), "certainly a decoy"],
          [token({ under: true }), "submerged"],
        ]
      : []),
    ...LAID.filter(({ rule }) => board.rules.includes(rule)).map((one) => [
      sign({
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
            token({ marks: [{ words: "periscope", sign: "P" }] }),
            "the depth of submarines: ↑ surfaced, P periscope, ↓ submerged, ⇊ silent",
          ],
        ]
      : []),
    ...(board.map.barriers
      ? [
          [
            h(
              "svg",
              { width: 30, height: 12, "aria-hidden": "true" },
              h("path", { d: "M1 4h28v4h-28z", class: "barrier" }),
            ),
            "a border that nothing crosses",
          ],
        ]
      : []),
    [
      h(
        "svg",
        { width: 22, height: 22, viewBox: "-11 -11 22 22", "aria-hidden": "true" },
        fight(0, 0),
      ),
      "a battle, or one that you plan, with your chance to win, and to a standoff, where neither can hit the other; a ?, where odds cannot tell",
    ],
  ];
  return h(
    "dl",
    { class: "legend" },
    rows.map(([mark, words]) => [h("dt", {}, mark), h("dd", {}, words)]),
  );
}
