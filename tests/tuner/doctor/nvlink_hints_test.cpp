#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/assembly.h"
#include "tuner/doctor/checks.h"

namespace treering::tuner::doctor {
namespace nvlink_hints_test {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two GPUs of this PCI device without NVLinks.
Patient two_gpus(const std::string& pci_device, int compute_capability) {
  testing::Assembly assembly("two");
  const core::DeviceId cpu = assembly.cpu();
  for (int i = 0; i < 2; ++i) {
    core::PciFunction& pci = assembly.function(assembly.gpu(cpu, compute_capability));
    pci.vendor = "0x10de";
    pci.device = pci_device;
  }
  Patient patient;
  patient.condition.cluster = {std::move(assembly).build(), 1, {}};
  patient.condition.job.nodes = 1;
  return patient;
}

// NVIDIA's cards have bridges, not NVSwitches, and need no fabric manager.
TEST(NvlinkHints, CardsNeedNoFabricManager) {
  const Examination cards = check_nvlinks(two_gpus("0x2230", 86));  // RTX A6000
  ASSERT_EQ(cards.symptoms.size(), 1U);
  EXPECT_EQ(cards.symptoms[0].severity, Severity::Hint);
  EXPECT_THAT(cards.symptoms[0].fix, HasSubstr("without a bridge"));
  EXPECT_THAT(cards.symptoms[0].fix, Not(HasSubstr("fabricmanager")));
  const Examination boards = check_nvlinks(two_gpus("0x1db1", 70));  // V100 SXM2
  ASSERT_EQ(boards.symptoms.size(), 1U);
  EXPECT_THAT(boards.symptoms[0].fix, Not(HasSubstr("without a bridge")));
}

}  // namespace nvlink_hints_test
}  // namespace treering::tuner::doctor
