// The calls of a question: collectives, sizes, types, and the numbers of channels for which they
// are predicted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/data_type.h"
#include "core/result.h"
#include "sim/alternatives.h"
#include "sim/job/job.h"
#include "sim/predict.h"

namespace treering::app::setup {

// The calls of a question.

inline constexpr std::uint64_t kDefaultMaxbytes = std::uint64_t{8} << 30U;

/// The sizes as nccl-tests steps through them, in bytes.
struct SizesRequest {
  std::optional<std::uint64_t> minbytes;   // else 8
  std::optional<std::uint64_t> maxbytes;   // else kDefaultMaxbytes, or minbytes where that is more
  std::optional<std::uint64_t> stepbytes;  // added from size to size; not with stepfactor
  std::optional<int> stepfactor;           // multiplied with; else 2
  std::vector<std::uint64_t> besides;      // further ones, whatever the range; in any order
};

struct CallsRequest {
  std::vector<core::Collective> collectives{core::Collective::AllReduce};
  SizesRequest sizes;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  sim::Filter filter;
  sim::Model model = sim::Model::Cost;
};

struct Calls {
  std::vector<core::Collective> collectives;
  std::vector<std::uint64_t> sizes;  // ascending
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  sim::Filter filter;
  sim::Model model = sim::Model::Cost;
};

core::Result<Calls> calls_of(const CallsRequest& request);

/// Where an operation was asked for and none of the collectives reduces; else empty.
std::string op_note(std::span<const core::Collective> collectives, core::ReduceOp op);
/// Where algorithms or protocols were asked for and NCCL has none to choose for some; else empty.
std::string filter_note(std::span<const core::Collective> collectives, const sim::Filter& filter);

/// The calls as a question of sim.
sim::PredictionRequest prediction_request(const Calls& calls, int ranks);

/// A size such as "8G", from one byte to the most that a call can have. `name` is the field in
/// errors.
core::Result<std::uint64_t> parse_call_size(std::string_view text, std::string_view name);

/// The call with its size rounded down as nccl-tests does. An error where nothing is left of it.
core::Result<core::Call> rounded_call(const core::Call& asked, int ranks);

/// An error for a collective whose algorithm NCCL does not choose; nothing for the others.
core::Result<void> check_tuned(core::Collective collective);

/// One name. The error for barrier explains that NCCL has none.
core::Result<core::Collective> parse_collective(std::string_view name);

/// Whether NCCL carries calls, or a library on CPUs, which alone has a barrier.
enum class Carrier { Gpus, Cpus };

/// A list of names, "all", and "tuned" for those whose algorithm NCCL chooses.
core::Result<std::vector<core::Collective>> parse_collectives(std::string_view text,
                                                              Carrier carrier = Carrier::Gpus);

// Further numbers of channels for which calls are predicted.

/// The numbers in a text such as "4,8" or "all", rising, each once; empty without a text. Fails
/// where one is more than the job's NCCL can make, where the channels of a call are not modelled,
/// and where there would be too many rows.
core::Result<std::vector<int>> channel_counts(const std::optional<std::string>& text,
                                              const Calls& calls, const sim::job::JobSpec& job);

}  // namespace treering::app::setup
