/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scene as compact bytes for the page: deflated, in base64.
 * Not here: the page that reads them (page/data.js has the other half of this format).
 *
 * Numbers are LEB128, signed ones zigzag; times count units from the begin. In this order:
 *   "AK1", unit and begin in fs, packets and notes left out, rate in tenths of GT/s, width, MPS (0:
 *   not known), number of texts, packets, marks, states, bytes; each text with its length; then
 *   packets, marks, states and bytes.
 */
#ifndef AK_RENDER_HTML_DATA_H
#define AK_RENDER_HTML_DATA_H

#include "render/scene.h"
#include "trace/output.h"

/* Writes the base64 text without line ends. Returns 0, or -1 if memory is short. */
int ak_html_data_write(const struct ak_scene *scene, struct ak_output *output);

#endif
