// The lines of an NCCL debug log (NCCL_DEBUG=INFO), among all that a job prints.
//
// NCCL writes "host:pid:tid [device] NCCL INFO text" (2.28 src/debug.cc); launchers put ranks,
// names and times before it. Ranks write at the same time: lines of one thread belong together,
// and now and then two stand in one line of the file.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
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

/// "Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0/GDRDMA": two ranks and what joins them. Over
/// the network the sender's process prints one with [send], the receiver's one with [receive] (2.28
/// src/transport/net.cc).
struct Connection {
  std::string_view channel;  // "00/0"; empty of "Ring 00", as NCCL 2.4 and before wrote it
  std::string_view from;     // "0[0]"; both ends are empty where their words are torn
  std::string_view to;
  std::string_view way;  // behind "via", without blanks around it
  bool is_sent = false;
  bool is_received = false;

  /// The sender's end or the receiver's, whichever printed the line.
  std::string_view own_end() const { return is_received ? to : from; }
};

/// The connection that a line of the level INFO shows; nothing for most.
std::optional<Connection> connection_in(std::string_view text);

/// Calls `use` with each line of `text`, in order. The views live as long as `text`.
void for_each_nccl_line(std::string_view text, const std::function<void(const Line&)>& use);

}  // namespace treering::hw::formats::nccl_log
