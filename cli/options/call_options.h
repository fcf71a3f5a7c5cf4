// -c, -b, -e, -f, -i, -d, --op, --algo, --proto, --model: the calls that are asked about.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/options/arguments.h"
#include "core/collective.h"
#include "core/data_type.h"
#include "core/result.h"
#include "sim/alternatives.h"
#include "sim/predict.h"

namespace treering::cli {

struct CallOptions {
  std::vector<core::Collective> collectives;
  std::vector<std::uint64_t> sizes;  // ascending
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  sim::Filter filter;
  sim::Model model = sim::Model::Cost;
};

/// `usual` is what -c means when it is not given: a list as -c takes it.
core::Result<CallOptions> read_calls(const Arguments& arguments, std::string_view usual);

/// --algo and --proto.
core::Result<sim::Filter> read_filter(const Arguments& arguments);

/// -d and --op, into a call.
struct TypeOptions {
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};
core::Result<TypeOptions> read_types(const Arguments& arguments);

/// The value of `option`, at least one byte; `otherwise` when it was not given.
core::Result<std::uint64_t> read_size(const Arguments& arguments, std::string_view option,
                                      std::uint64_t otherwise);

/// The failure for a collective whose algorithm NCCL does not choose; nothing for the others.
core::Result<void> check_tuned(core::Collective collective);

/// One name. Fails with a word about barrier, which NCCL does not have.
core::Result<core::Collective> parse_collective(std::string_view name);

/// A list of names, of "all", and of "tuned" for those for which NCCL chooses an algorithm.
core::Result<std::vector<core::Collective>> parse_collectives(std::string_view text);

}  // namespace treering::cli
