// What of the files and variables that discovery reads tells of people, other machines or a single
// machine, beyond the numbers and names that anonymise finds in any text.
#pragma once

#include <string>
#include <string_view>

namespace treering::hw {

/// `text`, the content of the file at `path`, with only those lines, words and bytes that discovery
/// goes by: of /proc/mounts the root and /dev/shm, of /proc/cmdline what concerns PCI, IOMMU and
/// NUMA, of a nccl.conf lines of NCCL's variables, of PCI configuration all but the serial number.
std::string without_private_parts(std::string_view path, const std::string& text);

/// The same for a variable of the process.
std::string without_private_value(std::string_view name, const std::string& value);

/// "/home/NAME/lib" as "/home/user/lib", anywhere in `text`.
std::string without_home_names(std::string text);

}  // namespace treering::hw
