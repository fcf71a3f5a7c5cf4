#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw {
namespace builtin_hint_test {

TEST(BuiltinHint, NamesTheMachinesWithAGpu) {
  // The summaries in topologies/ name the GPUs; Alps has "an H100" in each of its GH200.
  for (const auto& [name, hint] :
       {std::pair("v100", "those with V100: dgx-1v, dgx-2, aws-p3dn, summit"),
        std::pair("dgx-v100", "those with V100: dgx-1v, dgx-2, aws-p3dn, summit"),
        std::pair("GH200", "those with GH200: alps"),
        std::pair("dgx-gh200", "those with GH200: alps"),
        std::pair("b200", "those with B200: dgx-b200, gcp-a4"),
        std::pair("h100",
                  "those with H100: dgx-h100, hgx-h100-4, hgx-h100-8-4nic, h100-nvl-2, aws-p5, "
                  "oci-h100, marenostrum5, alps"),
        std::pair("hgx-h100-8", "did you mean 'hgx-h100-8-4nic'"),
        std::pair("l40s", "those with L40S: l40s-8"),
        std::pair("h100x8",
                  "those with H100: dgx-h100, hgx-h100-4, hgx-h100-8-4nic, h100-nvl-2, aws-p5, "
                  "oci-h100, marenostrum5, alps"),
        std::pair("rtx4090", "did you mean 'rtx-4090-8'"),
        std::pair("rtx 5090",
                  "no built-in machine has RTX 5090; give a file of yours, such as NCCL writes "
                  "to NCCL_TOPO_DUMP_FILE"),
        std::pair("nothing", "")}) {
    EXPECT_EQ(hint_at_builtins(name), hint) << name;
  }
}

TEST(BuiltinHint, NamesThoseThatBeginWithIt) {
  for (const auto& [name, hint] :
       {std::pair("hgx-h100", "did you mean 'hgx-h100-4' or 'hgx-h100-8-4nic'"),
        std::pair("pcie", "did you mean 'pcie-4' or 'pcie-8-nvbridge'"),
        std::pair("aws", "did you mean 'aws-p3dn', 'aws-p4d' or 'aws-p5'")}) {
    EXPECT_EQ(hint_at_builtins(name), hint) << name;
  }
}

// P4 is a GPU too.
TEST(BuiltinHint, NamesThoseWithAPartThatBeginsWithIt) {
  for (const auto& [name, hint] :
       {std::pair("p4", "no built-in machine has P4; did you mean 'aws-p4d'"),
        std::pair("P4D", "did you mean 'aws-p4d'"), std::pair("p5", "did you mean 'aws-p5'"),
        std::pair("t4",
                  "no built-in machine has T4; give a file of yours, such as NCCL writes "
                  "to NCCL_TOPO_DUMP_FILE")}) {
    EXPECT_EQ(hint_at_builtins(name), hint) << name;
  }
}

TEST(BuiltinHint, NamesTheNearestTypeOfACloud) {
  for (const auto& [name, hint] :
       {std::pair("p4de", "did you mean 'aws-p4d'"),
        std::pair("aws-p4de", "did you mean 'aws-p4d'"), std::pair("p5e", "did you mean 'aws-p5'"),
        std::pair("p5en", "did you mean 'aws-p5'"), std::pair("aws-p5en", "did you mean 'aws-p5'"),
        std::pair("p3", "did you mean 'aws-p3dn'"),
        std::pair("a4-highgpu-8g", "did you mean 'gcp-a4'")}) {
    EXPECT_EQ(hint_at_builtins(name), hint) << name;
  }
}

// A100 and H200 are other GPUs than A10 and H20.
TEST(BuiltinHint, TakesNoNumberForTheBeginningOfALongerOne) {
  constexpr std::string_view kOwnFile =
      "; give a file of yours, such as NCCL writes to NCCL_TOPO_DUMP_FILE";
  EXPECT_EQ(hint_at_builtins("a10"), "no built-in machine has A10" + std::string(kOwnFile));
  EXPECT_EQ(hint_at_builtins("h20"), "those with H20: hgx-h20");
}

TEST(BuiltinHint, CanFindEveryMachineByItsSummary) {
  for (const BuiltinSummary& builtin : summarise_builtins()) {
    const auto has = [&](const catalogue::GpuModel& model) {
      return builtin.text.find(model.word) != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(catalogue::gpu_models(), has)) << builtin.text;
  }
}

}  // namespace builtin_hint_test
}  // namespace treering::hw
