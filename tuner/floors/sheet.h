// A sheet of floors: what a healthy machine reaches by collective and size, and the busbw below
// which it is faulty. `treering expect` writes it, `treering check --floors` reads it again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"
#include "tuner/floors/floor.h"

namespace treering::tuner::floors {

struct Row {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  sim::Way way;  // NCCL's own choice; unnamed: none to choose
  core::Bandwidth busbw;
  core::Bandwidth low, high;               // what 80 % of good machines lie between, by the model
  std::optional<core::Bandwidth> floor;    // nothing where the machine is a guess
  double catches_small = 0;                // share of machines below it that lost kSmallLoss
  double catches_large = 0;                // likewise kLargeLoss
  std::vector<core::Bandwidth> published;  // near this size, shown beside the floor
  bool operator==(const Row&) const = default;
};

struct Sheet {
  std::string topology;
  std::string gpu;  // model; empty: unknown
  int nodes = 1;
  int hosts = 1;  // that a launcher counts: of a rack several to a node
  int ranks = 1;
  std::string nccl_version;
  std::vector<Row> rows;  // by collective, sizes rising
  bool operator==(const Sheet&) const = default;
};

/// "4 nodes of dgx-h100 (32 ranks), NCCL 2.28.9".
std::string job_text(const Sheet& sheet);

/// The largest size of the collective that has a floor; null without one.
const Row* largest_of(const Sheet& sheet, core::Collective collective);

/// The collectives of its rows, each once, in their order.
std::vector<core::Collective> collectives_of(const Sheet& sheet);

/// Of the JSON or the CSV that `treering expect` writes. Fails where the text is neither, has no
/// floor, or says of two jobs. \param where the file, for errors
core::Result<Sheet> read_sheet(std::string_view text, const std::string& where);

}  // namespace treering::tuner::floors
