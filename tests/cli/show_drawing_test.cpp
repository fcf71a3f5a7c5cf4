// `treering show --svg` and `--tree`.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/show/tree_text.h"
#include "core/text/table.h"
#include "hw/builtin.h"
#include "tests/cli/run.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::cli {
namespace {

using ::testing::HasSubstr;

TEST(ShowSvg, GoesToStandardOutputOrAFile) {
  const Outcome outcome = run("show pcie-4 --svg -");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ::testing::StartsWith("<svg "));
  EXPECT_EQ(run("show pcie-4 --svg -").out, outcome.out);  // the same bytes each time
  const auto file = std::filesystem::temp_directory_path() / "treering-show.svg";
  EXPECT_EQ(run("show pcie-4 --svg " + file.string()).out, "");
  EXPECT_EQ(std::filesystem::file_size(file), outcome.out.size());
  std::filesystem::remove(file);
}

TEST(ShowSvg, IsOneForm) {
  EXPECT_EQ(run("show pcie-4 --svg a --format json").err,
            "treering: --svg: given together with --format, expected one of the two\n");
  EXPECT_EQ(run("show pcie-4 --svg a -o b").exit_code, 2);
  EXPECT_EQ(run("show pcie-4 --tree --format json").exit_code, 2);
}

// The links of these machines have no source.
TEST(ShowTree, InAscii) {
  EXPECT_EQ(tree_text(testing::two_sockets(), {}),
            "CPU 0                          NUMA node 0, x86_64 GenuineIntel family 6 model 143\n"
            "`- switch A      x1, 20 GB/s*  0000:01:00.0\n"
            "   |- GPU 0      x1, 20 GB/s*  0000:02:00.0, CC 8.0\n"
            "   |- GPU 1      x1, 20 GB/s*  0000:03:00.0, CC 8.0\n"
            "   `- nic0       x1, 20 GB/s*  0000:04:00.0\n"
            "      |- nic0_0                NET/0, 100 Gbit/s\n"
            "      `- nic0_1                NET/1, 100 Gbit/s\n"
            "CPU 1                          NUMA node 1, x86_64 GenuineIntel family 6 model 143\n"
            "|- switch B      x1, 20 GB/s*  0000:05:00.0\n"
            "|  |- switch C   x1, 20 GB/s*  0000:06:00.0\n"
            "|  |  `- GPU 2   x1, 20 GB/s*  0000:07:00.0, CC 8.0\n"
            "|  `- GPU 3      x1, 20 GB/s*  0000:08:00.0, CC 8.0\n"
            "`- nic1          x1, 20 GB/s*  0000:09:00.0, nic1_0 NET/2, 100 Gbit/s\n"
            "* assumed: the source does not tell it\n");
}

TEST(ShowTree, InUnicode) {
  const std::string text = tree_text(testing::hybrid_cube(), {.is_utf8 = true});
  EXPECT_THAT(text, HasSubstr("├─ "));
  EXPECT_THAT(text, HasSubstr("└─ "));
}

TEST(ShowTree, EqualAdaptersAreOneLine) {
  testing::Assembly machine("many");
  const auto cpu = machine.cpu();
  machine.gpu(cpu);
  for (int i = 0; i < 8; ++i) machine.port(machine.nic(cpu), 25000);
  EXPECT_THAT(tree_text(std::move(machine).build(), {}), HasSubstr("`- 8 x "));
}

TEST(ShowTree, HasEveryGpuOfEveryMachine) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Topology node = hw::load_builtin(name).value();
    const std::string text = tree_text(node, {});
    for (const core::DeviceId gpu : node.of_kind(core::DeviceKind::Gpu)) {
      EXPECT_THAT(text, HasSubstr(node.device(gpu).name + " ")) << name;
    }
  }
}

}  // namespace
}  // namespace treering::cli
