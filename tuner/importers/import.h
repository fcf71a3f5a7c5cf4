// Reads measurements from a text: the output of nccl-tests, its JSON, or our CSV, recognised by
// content.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/collective.h"
#include "core/result.h"
#include "tuner/measurement.h"

namespace treering::tuner::importers {

/// Facts that the text may lack; they never override the text.
struct ImportHints {
  std::string id;
  std::optional<core::Collective> collective;
  int nodes = 0;
};

/// A text and its name, which remarks use and which, without its folder, is the id.
struct ImportSource {
  std::string file;
  std::string_view text;
};

/// All measurements of the text. A broken line is rejected alone. Fails only on unknown formats,
/// unreadable texts and texts without a row.
core::Result<MeasurementSet> import_measurements(const ImportSource& source,
                                                 const ImportHints& hints);

/// The file's name without folder and ending.
std::string label_of(const std::string& file);

}  // namespace treering::tuner::importers
