// ---- The data of the page: the other half of html_data.c ----

const SORT_TLP = 0, SORT_ACK = 1, SORT_NAK = 2, SORT_DLLP = 3;
const GOOD = 0, BAD_CRC = 1, NULLIFIED = 2, UNKNOWN = 7;
const HAS_SEQ = 1, REPLAY = 2, LOST = 4, SENT = 8, ARRIVED = 16, UPSTREAM = 32, RECEIVED_DIFFERS = 64;
const ACT = 0, CHANGE = 1, BANNER = 2, GAP = 3, FINDING = 4, LOOSE = 5;
const HEALTH = ['good', 'bad CRC', 'nullified', 'EDB without inverted LCRC', 'Receiver Error', 'cut off',
  'impossible length', 'truncated in the recording'];
const SEVERITY = ['note', 'warning', 'error'];
const TIMER = ['held', 'running', 'frozen'];
// Columns of a state, in the order of html_data.c.
const NEXT_TRANSMIT_SEQ = 0, ACKD_SEQ = 1, NEXT_RCV_SEQ = 2, REPLAY_NUM = 3, FLAGS = 4, BUFFER_TLPS = 5,
  BUFFER_BYTES = 6, REPLAY_STATE = 7, REPLAY_VALUE = 8, REPLAY_LIMIT = 9, LATENCY_STATE = 10, LATENCY_VALUE = 11,
  LATENCY_LIMIT = 12, UNKNOWN_VALUES = 13, STATE_VALUES = 14;
// Bits of UNKNOWN_VALUES: AK_STATE_ of acknak/record.h.
const UNKNOWN_BIT = {[NEXT_TRANSMIT_SEQ]: 1, [ACKD_SEQ]: 2, [NEXT_RCV_SEQ]: 4, [REPLAY_NUM]: 8, [BUFFER_TLPS]: 64,
  [BUFFER_BYTES]: 128, [REPLAY_STATE]: 256, [LATENCY_STATE]: 512};
const NAK_SCHEDULED_UNKNOWN = 16, REPLAYING_UNKNOWN = 32;

async function inflate(base64) {
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++)
    packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  number() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }
  big() {
    let value = 0n, shift = 0n, byte;
    do {
      byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
    } while (byte > 127);
    return value;
  }
  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

function readPackets(reader, model, count) {
  const p = model.packets = {count, number: new Float64Array(count), received: new Float64Array(count), begin: new Float64Array(count),
    end: new Float64Array(count), flags: new Uint8Array(count), sort: new Uint8Array(count),
    health: new Uint8Array(count), seq: new Uint16Array(count), what: new Uint32Array(count),
    payload: new Uint32Array(count), fault: new Int32Array(count), arrive: new Float64Array(count),
    arrived: new Float64Array(count), at: new Uint32Array(count), kept: new Uint32Array(count),
    length: new Uint32Array(count), rxAt: new Uint32Array(count), rxKept: new Uint32Array(count),
    rxLength: new Uint32Array(count)};
  let number = 0, time = 0, expected = 0;
  const place = (at, kept, length, i) => {
    at[i] = expected + reader.signed();
    kept[i] = reader.number();
    length[i] = reader.number();
    expected = Math.max(expected, at[i] + kept[i]);
  };
  for (let i = 0; i < count; i++) {
    number = p.number[i] = number + reader.signed();
    time = p.begin[i] = time + reader.signed();
    p.end[i] = time + reader.signed();
    p.flags[i] = reader.number();
    const kind = reader.number();
    p.sort[i] = kind & 3;
    p.health[i] = kind >> 2;
    p.seq[i] = reader.number();
    p.what[i] = reader.number();
    p.payload[i] = reader.number();
    p.fault[i] = reader.number() - 1;
    p.arrive[i] = p.begin[i];
    p.arrived[i] = p.end[i];
    if (p.flags[i] & ARRIVED) {
      p.received[i] = number + reader.signed();
      p.arrive[i] = time + reader.signed();
      p.arrived[i] = p.arrive[i] + reader.signed();
    }
    place(p.at, p.kept, p.length, i);
    if (p.flags[i] & RECEIVED_DIFFERS) {
      place(p.rxAt, p.rxKept, p.rxLength, i);
    } else {
      p.rxAt[i] = p.at[i];
      p.rxKept[i] = p.kept[i];
      p.rxLength[i] = p.length[i];
    }
  }
}

function readMarks(reader, model, count) {
  const m = model.marks = {count, time: new Float64Array(count), end: new Float64Array(count),
    kind: new Uint8Array(count), port: new Uint8Array(count), severity: new Uint8Array(count),
    direction: new Uint8Array(count), text: new Uint32Array(count), rule: new Uint32Array(count),
    about: new Float64Array(count)};
  let time = 0;
  for (let i = 0; i < count; i++) {
    time = m.time[i] = time + reader.signed();
    const kind = reader.number();
    m.kind[i] = kind & 7;
    m.port[i] = kind >> 3 & 1;
    m.severity[i] = kind >> 4 & 3;
    m.direction[i] = kind >> 6 & 3;
    m.text[i] = reader.number();
    m.end[i] = m.kind[i] === GAP ? time + reader.signed() : time;
    if (m.kind[i] === FINDING) {
      m.rule[i] = reader.number();
      m.about[i] = reader.number();
    }
  }
}

// The states of each port: times, and values column by column.
function readStates(reader, model, count) {
  const raw = [0, 1].map(() => ({count: 0, time: new Float64Array(count),
    value: Array.from({length: STATE_VALUES}, () => new Float64Array(count))}));
  const last = [new Float64Array(STATE_VALUES), new Float64Array(STATE_VALUES)];
  let time = 0;
  for (let i = 0; i < count; i++) {
    time += reader.signed();
    const head = reader.number();
    const port = head & 1;
    const states = raw[port];
    for (let k = 0; k < STATE_VALUES; k++) {
      if (head >> 1 & 1 << k)
        last[port][k] = reader.number();
      states.value[k][states.count] = last[port][k];
    }
    states.time[states.count++] = time;
  }
  model.states = raw.map(states => ({count: states.count, time: states.time.subarray(0, states.count),
    value: states.value.map(column => column.subarray(0, states.count))}));
}

// Texts are a stranger's: what cannot be seen, or turns the direction of writing, is shown as \xNN.
function printable(text) {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    found => '\\x' + found.charCodeAt(0).toString(16).padStart(2, '0'));
}

// What the wire alone tells of a port: how many TLPs it has sent and had acknowledged.
function followWire(model, port) {
  const p = model.packets;
  const list = [];
  for (let i = 0; i < p.count; i++) {
    const from = p.flags[i] & UPSTREAM ? 1 : 0;
    if (p.health[i] !== GOOD || !(p.flags[i] & HAS_SEQ) || p.flags[i] & LOST)
      continue;
    if (p.sort[i] === SORT_TLP && from === port)
      list.push([p.begin[i], i]);
    else if ((p.sort[i] === SORT_ACK || p.sort[i] === SORT_NAK) && from !== port)
      list.push([p.arrived[i], i]);
  }
  list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const states = {count: list.length, time: Float64Array.from(list, one => one[0]),
    value: [new Float64Array(list.length), new Float64Array(list.length)]};
  let next = -1, acked = -1;
  list.forEach(([time, i], n) => {
    const seq = p.seq[i];
    if (p.sort[i] === SORT_TLP) {
      if (acked < 0)
        acked = seq - 1 & 4095;
      if (next < 0 || (seq + 1 - next & 4095) < 2048)
        next = seq + 1 & 4095;
    } else if (next >= 0 && (next - 1 - seq & 4095) < 2048) {
      acked = seq;
    }
    states.value[NEXT_TRANSMIT_SEQ][n] = Math.max(0, next);
    states.value[ACKD_SEQ][n] = next < 0 ? 4095 : acked;
  });
  return states;
}

function readModel(bytes) {
  const reader = new Reader(bytes);
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'AK1')
    throw new Error('the data of this page is of another version');
  reader.at = 3;
  const model = {unit: reader.number(), begin: reader.big(), leftOut: reader.number(), notesLeftOut: reader.number(),
    rate: reader.number() / 10, width: reader.number(), mps: reader.number(), texts: []};
  const texts = reader.number(), packets = reader.number(), marks = reader.number(), states = reader.number();
  const pool = reader.number();
  const decoder = new TextDecoder();
  for (let i = 0; i < texts; i++) {
    const length = reader.number();
    model.texts.push(printable(decoder.decode(bytes.subarray(reader.at, reader.at + length))));
    reader.at += length;
  }
  readPackets(reader, model, packets);
  readMarks(reader, model, marks);
  readStates(reader, model, states);
  model.bytes = bytes.subarray(reader.at, reader.at + pool);
  return model;
}

