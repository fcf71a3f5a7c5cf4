// Prompts of shells in a paste, which name the host whose output stands below them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::formats {

/// "node1" of "root@node1:~# nvidia-smi" or "[user@node1 ~]$ nvidia-smi"; empty for other lines.
std::string_view host_of_prompt(std::string_view line);

/// The hosts of all prompts, in order of appearance; without containers that are named by their id,
/// as what they print may be of any of these.
std::vector<std::string> hosts_of_prompts(std::string_view text);

/// The lines below the prompts of this host, and those above the first prompt where that is its
/// own; the lines of others are empty, so that numbers of lines stay.
std::string lines_of_host(std::string_view text, std::string_view host);

}  // namespace treering::hw::formats
