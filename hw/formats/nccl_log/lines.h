// The lines of an NCCL debug log (NCCL_DEBUG=INFO), among all that a job prints.
//
// NCCL writes "host:pid:tid [device] NCCL INFO text" (2.28 src/debug.cc); launchers put ranks,
// names and times before it. Ranks write at the same time: lines of one thread belong together,
// and now and then two stand in one line of the file.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace treering::hw::formats::nccl_log {

enum class Level { Info, Warn, Version, Other };

struct Line {
  std::size_t number = 0;  // of its line in the file, from 1
  Level level = Level::Other;
  std::string_view host;     // empty where it cannot be read
  std::string_view thread;   // "host:pid:tid"
  std::string_view text;     // what NCCL says; of other programs the whole line
  std::string_view head{};   // what stands before "NCCL INFO"; empty for other lines
  std::string_view whole{};  // the line of the file
};

/// Calls `use` with each line of `text`, in order. The views live as long as `text`.
void for_each_nccl_line(std::string_view text, const std::function<void(const Line&)>& use);

}  // namespace treering::hw::formats::nccl_log
