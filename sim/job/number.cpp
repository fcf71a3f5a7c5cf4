#include "sim/job/number.h"

#include <cerrno>
#include <cstdlib>

#include <fmt/format.h>

namespace treering::sim::job {

Number read_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty()) return {};
  char* end = nullptr;
  errno = 0;
  const std::int64_t value = std::strtoll(copy.c_str(), &end, 0);
  if (errno != 0) return {std::nullopt, "too large, so NCCL uses its default"};
  if (end == copy.c_str()) return {0, "not a number, so NCCL reads 0"};
  if (*end != '\0') return {value, fmt::format("NCCL reads {} and drops '{}'", value, end)};
  return {value, ""};
}

std::optional<int> as_int(const Number& number) {
  if (!number.value) return std::nullopt;
  return static_cast<int>(*number.value);
}

}  // namespace treering::sim::job
