#include "tuner/floors/forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/floors/sheets.h"

namespace treering::tuner::floors {
namespace forms_test {

using ::testing::HasSubstr;

Written written(std::string_view name, const Sheet& sheet) {
  for (const Form& form : all_forms()) {
    if (form.name == name) return form.write(sheet);
  }
  return {};
}

TEST(FloorForms, AllWriteATextOfASheet) {
  for (const Form& form : all_forms()) {
    const Written text = form.write(small_sheet());
    EXPECT_EQ(text.why_not, "") << form.name;
    EXPECT_THAT(text.text, HasSubstr("dgx-h100")) << form.name;
    EXPECT_TRUE(text.text.ends_with("\n")) << form.name;
  }
}

// 300 / 0.9 = 333.3: AICR passes from 0.9 x the figure on.
TEST(FloorForms, AicrPassesFromTheFloorOn) {
  const std::string text = written("aicr", small_sheet()).text;
  EXPECT_THAT(text, HasSubstr("- name: nccl-all-reduce-bw\n          value: \">= 333\"\n"));
  EXPECT_THAT(text, HasSubstr("catches a loss of 15 % in 40 of 100, of 35 % in 95"));
}

TEST(FloorForms, AicrHasTheCheckOfARackAndNoneOfOneHost) {
  Sheet sheet = small_sheet();
  sheet.nodes = 1;
  EXPECT_THAT(written("aicr", sheet).text, HasSubstr("name: nccl-all-reduce-bw-nvls\n"));
  sheet.hosts = 1;
  EXPECT_THAT(written("aicr", sheet).why_not, HasSubstr("skips a single one"));
  sheet.rows = {row_of(core::Collective::AllGather, core::Bytes::from_gib(1), 400, 300)};
  EXPECT_THAT(written("aicr", sheet).why_not, HasSubstr("AICR checks all_reduce"));
}

TEST(FloorForms, CloudaiGradesTheLargestSizeOfEachCollective) {
  Sheet sheet = small_sheet();
  sheet.rows.push_back(row_of(core::Collective::AllToAll, core::Bytes::from_mib(512), 40, 30));
  const std::string text = written("cloudai", sheet).text;
  EXPECT_THAT(text, HasSubstr("id = \"floor.all_reduce\"\nnum_nodes = 2\n"));
  EXPECT_THAT(text, HasSubstr("ideal_perf = 300  # GB/s; expected 400, "));
  EXPECT_THAT(text, HasSubstr("minbytes = \"1G\"\n  maxbytes = \"1G\"\n"));
  EXPECT_THAT(text, HasSubstr("subtest_name = \"alltoall_perf_mpi\"\n"));
}

TEST(FloorForms, PrometheusCountsBytesPerSecond) {
  const std::string text = written("prometheus", small_sheet()).text;
  EXPECT_THAT(text, HasSubstr("# TYPE treering_busbw_floor_bytes_per_second gauge\n"));
  EXPECT_THAT(text, HasSubstr("treering_busbw_floor_bytes_per_second{topology=\"dgx-h100\","
                              "nodes=\"2\",ranks=\"16\",collective=\"all_reduce\","
                              "bytes=\"1073741824\"} 300000000000\n"));
}

TEST(FloorForms, JunitSkipsWhatIsNotMeasured) {
  const std::string text = written("junit", small_sheet()).text;
  EXPECT_THAT(text, HasSubstr("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"3\""));
}

}  // namespace forms_test
}  // namespace treering::tuner::floors
