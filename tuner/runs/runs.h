// The runs of a file, and the version of NCCL that stands for theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/result.h"
#include "tuner/measure/record.h"
#include "tuner/measurement.h"

namespace treering::tuner::runs {

// The runs of a file: the output of nccl-tests, its JSON, our CSV, or results of treering measure,
// recognised by content. A file is read once: whatever is asked of it is a view of these runs.

/// Facts that the text may lack; they never override the text.
struct ImportHints {
  std::string id;
  std::optional<core::Collective> collective;
  int nodes = 0;
  /// What becomes of rows that may be of several collectives where none is given: they are left
  /// out, or count as those of the first, and MeasurementSet::open_collectives has all.
  enum class Open : std::uint8_t { Rejected, First } open = Open::Rejected;
};

/// A text and its name, which remarks use and which, without its folder, is the id.
struct ImportSource {
  std::string file;
  std::string_view text;
};

struct RunFile {
  std::string file;
  MeasurementSet set;
  /// With their samples; of treering measure alone.
  std::vector<measure::Record> records;
  bool has_records = false;  // it is of treering measure
  bool is_torn = false;      // the last record lacks its end, and is left out
  std::string format{};      // in words: "nccl-tests log"
};

/// All of them. A broken line is rejected alone. Fails only on unknown formats, unreadable texts
/// and, but for results of treering measure, texts without a row.
core::Result<RunFile> read_run_file(const ImportSource& source, const ImportHints& hints);

/// In the order in which they were named.
using Runs = std::vector<RunFile>;

/// Their rows in order. Fails where a file has none.
core::Result<MeasurementSet> rows_of(const Runs& runs);

/// The file's name without folder and ending.
std::string label_of(const std::string& file);

// Finds the known NCCL version nearest to the one that a measurement names.

/// The nearest known version, in full; the default for an empty text or one that is no version.
std::string nearest_version(std::string_view release);

/// For each version in `rows` that another one replaces: "NCCL 2.31.2 is not known; the nearest is
/// 2.30.3 (4 rows)". In the order of the rows.
std::vector<std::string> nearest_versions(const std::vector<Measurement>& rows);

}  // namespace treering::tuner::runs
