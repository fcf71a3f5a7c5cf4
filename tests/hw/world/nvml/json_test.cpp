#include "hw/world/nvml/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::hw::world::nvml {
namespace json_test {

using ::testing::HasSubstr;

NvmlAnswers some_answers() {
  NvmlGpu gpu;
  gpu.index = 1;
  gpu.name = "NVIDIA GB200";
  gpu.bus_id = "0008:01:00.0";
  gpu.compute_capability = 100;
  gpu.has_mig = false;
  gpu.vbios = "97.00.82.00.01";
  gpu.pcie = {5, 16, {}, 8};
  gpu.links = {{0, true, true, 5, NvmlRemote::Switch, "fffffff:ffff:ff"},
               {1, {}, false, {}, {}, ""}};
  gpu.c2c = NvmlC2c{5, 45000};
  gpu.fabric = NvmlFabric{NvmlFabricState::Completed, "timeout",
                          "01234567-89ab-cdef-0123-456789abcdef", 32766};
  NvmlAnswers answers;
  answers.driver_version = "570.86.15";
  answers.cuda_version = 12080;
  answers.gpus = {gpu, NvmlGpu{}};
  answers.pairs = {{0, 1, core::PeerAccess::Ok, core::PeerAccess::Chipset}, {1, 0, {}, {}}};
  answers.faults = {{"nvmlDeviceGetMigMode", 0, "unknown error"},
                    {"nvmlDeviceGetP2PStatus", {}, "not in this library"}};
  return answers;
}

TEST(NvmlJson, HoldsAllAnswers) {
  for (const Seen<NvmlAnswers>& nvml :
       {Seen<NvmlAnswers>(some_answers()), Seen<NvmlAnswers>(NvmlAnswers{}),
        Seen<NvmlAnswers>(tl::unexpected(Unseen{Unseen::Why::Denied, "permission denied"})),
        Seen<NvmlAnswers>(tl::unexpected(Unseen{Unseen::Why::Failed, "driver not loaded"}))}) {
    const std::string text = nvml_to_json(nvml);
    const auto read = nvml_from_json(text, "nvml.json");
    ASSERT_TRUE(read) << read.error().message() << "\n" << text;
    EXPECT_EQ(*read, nvml);
  }
}

TEST(NvmlJson, IsReadableText) {
  EXPECT_THAT(nvml_to_json(some_answers()),
              HasSubstr("\"from\":0,\"to\":1,\"read\":\"ok\",\"write\":\"chipset\"}"));
}

std::string error_of(const std::string& text) {
  const auto read = nvml_from_json(text, "m/nvml.json");
  return read ? "" : read.error().message();
}

TEST(NvmlJson, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(""), HasSubstr("m/nvml.json"));
  EXPECT_THAT(error_of("{}"), HasSubstr("no field 'schema'"));
  EXPECT_THAT(error_of(R"({"schema": "treering.nvml/2"})"),
              HasSubstr("expected 'treering.nvml/1'"));
  const auto of_gpus = [](const std::string& gpus) {
    return error_of(R"({"schema": "treering.nvml/1", "gpus": )" + gpus + "}");
  };
  EXPECT_THAT(of_gpus("7"), HasSubstr("/gpus"));
  EXPECT_THAT(of_gpus("[7]"), HasSubstr("/gpus/0"));
  EXPECT_THAT(of_gpus("[{}]"), HasSubstr("/gpus/0: no field 'index'"));
  EXPECT_THAT(of_gpus(R"([{"index": 1000}])"), HasSubstr("/gpus/0/index: 1000, expected 0..143"));
  EXPECT_THAT(of_gpus(R"([{"index": 0, "nvlinks": [{"link": 0, "remote": "moon"}]}])"),
              HasSubstr("/gpus/0/nvlinks/0/remote: 'moon', expected one of gpu, npu, switch"));
  EXPECT_THAT(of_gpus(R"([{"index": 0, "colour": 1}])"), HasSubstr("colour"));
  EXPECT_THAT(of_gpus(R"([{"index": 0, "c2c": {"links": -1, "mb_per_s": 1}}])"),
              HasSubstr("/gpus/0/c2c/links: -1"));
}

}  // namespace json_test
}  // namespace treering::hw::world::nvml
