// Measurements from a text: the output of nccl-tests, its JSON, or our CSV, distinguished by
// content.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/collective.h"
#include "core/result.h"
#include "tuner/measurement.h"

namespace treering::tuner::importers {

/// What the text itself may leave open; it never overrides what the text says.
struct ImportHints {
  std::string id;
  std::optional<core::Collective> collective;
  int nodes = 0;
};

/// A text, and the name that stands for it in remarks and, without its folder, as id.
struct ImportSource {
  std::string file;
  std::string_view text;
};

/// Everything that the text has. A broken line is rejected by itself; only a text that is none of
/// the formats, that cannot be read at all or that gave no row is a failure.
core::Result<MeasurementSet> import_measurements(const ImportSource& source,
                                                 const ImportHints& hints);

/// The file's name without folder and ending.
std::string label_of(const std::string& file);

}  // namespace treering::tuner::importers
