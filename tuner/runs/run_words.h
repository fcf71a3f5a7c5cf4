// Interprets names and numbers in a log: programs, versions, forced choices.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/collective.h"
#include "core/data_type.h"

namespace treering::tuner::runs {

/// The name of a program of nccl-tests without folders and ending: "all_reduce" for
/// "./build/all_reduce_perf" and for "all_reduce_perf_mpi"; empty where `word` names none.
std::string_view program_in(std::string_view word);

/// "2.28.7" for 22807, "2.4.8" for 2408: NCCL_VERSION_CODE (nccl.h), which has another form up to
/// 2.8. Empty for what is no version.
std::string version_of_code(long long code);

/// "2.20.5" for "2.20.5+cuda12.4"; empty for what is no version.
std::string version_in(std::string_view word);

/// NCCL's name for an algorithm or protocol in any spelling; unknown names and lists stay
/// unchanged.
std::string algorithm_named(std::string_view text);
std::string protocol_named(std::string_view text);

/// Also by the names that nccl-tests had before NCCL 2: "char", "int".
std::optional<core::DataType> type_named(std::string_view text);

/// Nothing for "none" and for others.
std::optional<core::ReduceOp> op_named(std::string_view text);

}  // namespace treering::tuner::runs
