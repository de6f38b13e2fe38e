// ---- More packets than lines of pixels: what a line of pixels holds ----

const PEAKS_FACTOR = 16;

// The most of any stretch of a list, without looking at all of it: each level has the most of
// PEAKS_FACTOR values of the level below.
class Peaks {
  constructor(values) {
    this.levels = [values];
    for (let below = values; below.length > PEAKS_FACTOR;) {
      const level = new values.constructor(Math.ceil(below.length / PEAKS_FACTOR));
      for (let i = 0; i < below.length; i++)
        level[Math.floor(i / PEAKS_FACTOR)] = Math.max(level[Math.floor(i / PEAKS_FACTOR)], below[i]);
      this.levels.push(below = level);
    }
  }

  // Of values[from .. end - 1]; 0 if there are none.
  most(from, end) {
    let most = 0;
    for (let level = 0; from < end; level++) {
      const values = this.levels[level], last = level + 1 === this.levels.length;
      for (; from < end && (last || from % PEAKS_FACTOR !== 0); from++)
        most = Math.max(most, values[from]);
      for (; from < end && (last || end % PEAKS_FACTOR !== 0);)
        most = Math.max(most, values[--end]);
      from /= PEAKS_FACTOR;
      end /= PEAKS_FACTOR;
    }
    return most;
  }
}

// How telling a packet is: damage, a Nak, a replay; among equals a TLP.
function tellingOf(model, rank) {
  const p = model.packets;
  return Uint8Array.from({length: p.count}, (unused, i) => rank[i] * 4 + (p.sort[i] === SORT_TLP ? 2 : p.sort[i] === SORT_DLLP ? 0 : 1));
}

// The packets of each direction in the order of their places: where they are, how telling, and how
// many TLPs and replays there are up to each.
function placeLanes(model, placed, telling) {
  const p = model.packets;
  return [0, 1].map(up => {
    const index = placed.order.filter(i => (p.flags[i] & UPSTREAM ? 1 : 0) === up);
    const tlps = new Uint32Array(index.length + 1), again = new Uint32Array(index.length + 1);
    index.forEach((i, k) => {
      const tlp = p.sort[i] === SORT_TLP, replay = tlp && (p.flags[i] & REPLAY) !== 0;
      tlps[k + 1] = tlps[k] + (tlp && !replay ? 1 : 0);
      again[k + 1] = again[k] + (replay ? 1 : 0);
    });
    const places = Float64Array.from(index, i => placed.from[i]);
    return {index, places, tlps, again, peaks: new Peaks(Uint8Array.from(index, i => telling[i]))};
  });
}

// What the lines of pixels hold whose edges are at `edges`: in a direction, one entry for each line
// with the packets lane.index[from .. end - 1].
function linesOf(lane, edges) {
  const lines = [];
  let from = notBelow(lane.places, edges[0]);
  for (let n = 0; n + 1 < edges.length; n++) {
    const end = notBelow(lane.places, edges[n + 1]);
    lines.push({from, end, tlps: lane.tlps[end] - lane.tlps[from], again: lane.again[end] - lane.again[from],
      telling: lane.peaks.most(from, end)});
    from = end;
  }
  return lines;
}
