// ---- What packets say ----

function hexOf(bytes) {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function labelOf(model, i) {
  const p = model.packets, what = model.texts[p.what[i]];
  if (p.health[i] === NULLIFIED)
    return 'nullified TLP';
  if (p.sort[i] === SORT_TLP && p.flags[i] & HAS_SEQ)
    return 'TLP ' + p.seq[i] + (p.flags[i] & REPLAY ? ' again' : '') + ' · ' + what;
  return p.flags[i] & HAS_SEQ ? what + ' ' + p.seq[i] : what;
}

function healthOf(model, i) {
  const p = model.packets;
  if (p.flags[i] & LOST)
    return 'lost';
  return p.health[i] === BAD_CRC && p.sort[i] === SORT_TLP ? 'bad LCRC' : HEALTH[p.health[i]];
}

// Exact: units are whole femtoseconds.
function femtoseconds(model, time) {
  return model.begin + BigInt(Math.round(time)) * BigInt(model.unit);
}

function counted(count, one, many) {
  return count.toLocaleString('en') + ' ' + (count === 1 ? one : many);
}

function decimal(value, digits) {
  const scale = 10n ** BigInt(digits);
  const rest = (value % scale).toString().padStart(digits, '0');
  return (value / scale).toString() + '.' + rest;
}

// Microseconds with 3 digits behind the point, or more.
function timeText(model, time, digits = 3) {
  return decimal(femtoseconds(model, time) / 10n ** BigInt(9 - digits), digits);
}

function nsText(fs) {
  return decimal(fs, 6).replace(/\.?0+$/, '') + ' ns';
}

function durationText(model, time) {
  return nsText(BigInt(Math.round(time)) * BigInt(model.unit));
}

const TYPES = {0x00: 'MRd', 0x20: 'MRd', 0x01: 'MRdLk', 0x21: 'MRdLk', 0x40: 'MWr', 0x60: 'MWr', 0x02: 'IORd', 0x42: 'IOWr',
  0x04: 'CfgRd0', 0x44: 'CfgWr0', 0x05: 'CfgRd1', 0x45: 'CfgWr1', 0x0a: 'Cpl', 0x4a: 'CplD', 0x0b: 'CplLk', 0x4b: 'CplDLk',
  0x4c: 'FetchAdd', 0x6c: 'FetchAdd', 0x4d: 'Swap', 0x6d: 'Swap', 0x4e: 'CAS', 0x6e: 'CAS', 0x5b: 'DMWr', 0x7b: 'DMWr'};
const COMPLETION = ['SC', 'UR', 'CRS', 'reserved', 'CA', 'reserved', 'reserved', 'reserved'];

function idText(value) {
  return (value >> 8).toString(16).padStart(2, '0') + ':' + (value >> 3 & 31).toString(16).padStart(2, '0') + '.' + (value & 7);
}

// Where the parts of a TLP lie in its frame, from what is kept of it.
function partsOf(bytes, length) {
  let header = 2;
  while (header < bytes.length && bytes[header] >> 5 === 4 && header < 18)
    header += 4;
  const fourDw = header < bytes.length && bytes[header] >> 5 & 1;
  return {header, data: header + (fourDw ? 16 : 12), lcrc: Math.max(2, length - 4)};
}

// Fields of a TLP as pairs; the header must have been kept.
function tlpFields(bytes, length) {
  const {header, data} = partsOf(bytes, length);
  const fields = [];
  if (bytes.length < data)
    return fields;
  const h = bytes.subarray(header);
  const u16 = at => h[at] << 8 | h[at + 1];
  const code = h[0], dw = (u16(2) & 0x3ff) || 1024, fourDw = code >> 5 & 1;
  const message = (code & 0x38) === 0x30;
  const type = message ? (code & 0x40 ? 'MsgD' : 'Msg') : TYPES[code] || 'reserved';
  fields.push(['type', type]);
  if (code & 0x40 || !(message || (code & 0x1e) === 0x0a))
    fields.push(['length', dw + ' DW']);
  fields.push(['traffic class', h[1] >> 4 & 7]);
  if (header > 2)
    fields.push(['prefixes', hexOf(bytes.subarray(2, header))]);
  if (h[2] & 0x80)
    fields.push(['ECRC', 'present']);
  if (h[2] & 0x40)
    fields.push(['poisoned', 'yes']);
  const tag = high => h[high] | (h[1] & 0x80) << 2 | (h[1] & 0x08) << 5;
  if ((code & 0x1e) === 0x0a && !message) {
    fields.push(['completer', idText(u16(4))], ['status', COMPLETION[h[6] >> 5]], ['byte count', (u16(6) & 0xfff) || 4096],
      ['requester', idText(u16(8))], ['tag', tag(10)], ['lower address', '0x' + (h[11] & 127).toString(16)]);
    return fields;
  }
  fields.push(['requester', idText(u16(4))], ['tag', tag(6)]);
  if (message) {
    fields.push(['routing', code & 7], ['message code', '0x' + h[7].toString(16).padStart(2, '0')]);
    return fields;
  }
  fields.push(['byte enables', 'first ' + (h[7] & 15).toString(16) + ', last ' + (h[7] >> 4).toString(16)]);
  if ((code & 0x1e) === 0x04)
    fields.push(['target', idText(u16(8))], ['register', '0x' + (u16(10) & 0xffc).toString(16).padStart(3, '0')]);
  else
    fields.push(['address', '0x' + hexOf(h.subarray(8, fourDw ? 16 : 12)).replace(/^0+(?=.)/, '')]);
  return fields;
}

function dllpFields(bytes) {
  if (bytes.length < 6)
    return [];
  const code = bytes[0];
  if (code === 0x00 || code === 0x10)
    return [['AckNak_Seq_Num', (bytes[2] & 15) << 8 | bytes[3]]];
  if (code >= 0x40 && code !== 0x70 && (code & 0xf8) !== 0xb0 && (code & 0xf8) !== 0xf0)
    return [['virtual channel', code & 7], ['HdrFC', (bytes[1] & 0x3f) << 2 | bytes[2] >> 6], ['DataFC', (bytes[2] & 15) << 8 | bytes[3]]];
  return [['content', hexOf(bytes.subarray(1, 4))]];
}

function bytesOf(model, i, received) {
  const p = model.packets;
  const at = received ? p.rxAt[i] : p.at[i], kept = received ? p.rxKept[i] : p.kept[i];
  return model.bytes.subarray(at, at + kept);
}

function fieldsOf(model, i) {
  const p = model.packets, bytes = bytesOf(model, i, false);
  return p.sort[i] === SORT_TLP ? tlpFields(bytes, p.length[i]) : dllpFields(bytes);
}

