// Which host wrote a line of an NCCL debug log, where processes write into each other's lines: a
// name may have lost its beginning, or have another process's words before it.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class HostNames {
 public:
  /// Of all lines of `text`.
  explicit HostNames(std::string_view text);

  /// The name of the host whose torn name this is; else the name. Lives as long as the text or
  /// this.
  std::string_view whole(std::string_view name) const;

  /// Those that are not torn, in order of appearance.
  const std::vector<std::string>& hosts() const { return hosts_; }

  /// The same with their processes, as far as these are counted.
  std::vector<LoggedHost> with_processes() const;

 private:
  struct Lines {
    std::size_t count = 0;
    std::set<std::string, std::less<>> processes;  // their numbers
  };

  std::string_view owner_of(std::string_view name, const Lines& lines) const;

  std::vector<std::string> hosts_;
  std::map<std::string, Lines, std::less<>> lines_;
  std::map<std::string, std::string, std::less<>> whole_;  // by torn name
};

}  // namespace treering::hw::formats::nccl_log
