#include "bench/parity/joining.h"

#include <algorithm>
#include <array>

#include "bench/parity/dice.h"

namespace treering::parity {
namespace {

constexpr std::array<const char*, 11> kLevels{"LOC", "PORT", "PIX", "PXB", "P2C", "PXN",
                                              "PHB", "SYS",  "pix", "PIX", "PHB"};

void give_ports(Machine& machine, Dice& dice) {
  const bool is_mixed = dice.chance(30);
  const bool has_functions = dice.chance(50);
  const int ports = dice.one_of(std::array{1, 2, 2, 2, 2, 4, 5});
  for (NicSpec& nic : machine.nics) {
    nic.ports = is_mixed ? 1 + dice.below(5) : ports;
    nic.has_functions = is_mixed ? dice.chance(50) : has_functions;
  }
}

}  // namespace

bool speaks_of_joining(const std::vector<std::string>& environment) {
  return std::ranges::any_of(environment, [](const std::string& variable) {
    return variable.starts_with("NCCL_IB_MERGE_NICS=") ||
           variable.starts_with("NCCL_NET_MERGE_LEVEL=");
  });
}

Question with_joining(Question question, std::uint64_t seed) {
  // Another row of numbers than that of the machine.
  Dice dice(seed ^ 0x9e3779b97f4a7c15ULL);
  give_ports(question.machine, dice);
  question.collnet = false;  // the plugin that joins does not reduce
  if (dice.chance(40)) {
    question.environment.emplace_back(dice.chance(15) ? "NCCL_IB_MERGE_NICS=0"
                                                      : "NCCL_IB_MERGE_NICS=1");
  }
  if (dice.chance(60) || !speaks_of_joining(question.environment)) {
    const int level = dice.below(static_cast<int>(kLevels.size()));
    question.environment.push_back(std::string("NCCL_NET_MERGE_LEVEL=") +
                                   kLevels.at(static_cast<std::size_t>(level)));
  }
  return question;
}

}  // namespace treering::parity
