#include "hw/builtin_hint.h"

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
                  "those with H100: dgx-h100, hgx-h100-4, aws-p5, oci-h100, marenostrum5, alps"),
        std::pair("hgx-h100-8", "did you mean 'hgx-h100-4'"),
        std::pair("l40s",
                  "no built-in machine has L40S; give a file of yours, such as NCCL writes "
                  "to NCCL_TOPO_DUMP_FILE"),
        std::pair("nothing", "")}) {
    EXPECT_EQ(hint_at_builtins(name), hint) << name;
  }
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
