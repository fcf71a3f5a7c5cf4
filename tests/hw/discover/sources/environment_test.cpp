#include "hw/discover/sources/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/sources/nccl_conf.h"
#include "hw/discover/sources/plugins.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/recorded_machines.h"

namespace treering::hw::discover::sources {
namespace environment_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

EnvironmentFacts environment_of(support::RecordedMachine machine) {
  return discover_environment(world::recording::ReplayedWorld(machine.recording()));
}

std::string value_of(const EnvironmentFacts& facts, const std::string& name) {
  const core::NcclVariable* variable = facts.find(name);
  return variable == nullptr ? "unset" : variable->value;
}

TEST(NcclConf, IsReadAsNcclReadsIt) {
  const NcclConf conf = read_nccl_conf(
      "# NCCL_DEBUG=TRACE\n"
      "NCCL_DEBUG=INFO\n"
      "\n"
      "no sign\n"
      "NCCL_IB_HCA==mlx5_0 \n"
      "export NCCL_ALGO=Ring\n"
      "NCCL_PROTO =LL\n"
      " NCCL_P2P_LEVEL=SYS\n"
      "UCX_TLS=tcp\n"
      "NCCL_NET=");
  EXPECT_THAT(conf.lines, ElementsAre(NcclConfLine{"NCCL_DEBUG", "INFO", 2},
                                      NcclConfLine{"NCCL_IB_HCA", "=mlx5_0 ", 5},
                                      NcclConfLine{"NCCL_NET", "", 10}));
  EXPECT_THAT(conf.ignored, ElementsAre(NcclConfLine{"export NCCL_ALGO", "Ring", 6},
                                        NcclConfLine{"NCCL_PROTO ", "LL", 7},
                                        NcclConfLine{" NCCL_P2P_LEVEL", "SYS", 8}));
  EXPECT_THAT(read_nccl_conf("").lines, IsEmpty());
  EXPECT_THAT(read_nccl_conf("NCCL_DEBUG=" + std::string(5000, 'x')).lines.front().value,
              SizeIs(1023));
}

TEST(EnvironmentSource, TheProcessComesFirstThenTheUserThenTheSystem) {
  support::RecordedMachine machine;
  machine.recording().variables["NCCL_DEBUG"] = "INFO";
  machine.recording().variables["LD_LIBRARY_PATH"] = "/opt/a";
  machine.text("~/.nccl.conf", "NCCL_DEBUG=WARN\nNCCL_ALGO=Ring\nNCCL_ALGO=Tree\n");
  machine.text("/etc/nccl.conf", "NCCL_DEBUG=TRACE\nNCCL_ALGO=NVLS\nNCCL_PROTO=LL\n");
  const EnvironmentFacts facts = environment_of(machine);
  EXPECT_THAT(facts.variables, SizeIs(3));
  EXPECT_EQ(value_of(facts, "NCCL_DEBUG"), "INFO");
  EXPECT_EQ(value_of(facts, "NCCL_ALGO"), "Ring");  // the first of two
  EXPECT_EQ(value_of(facts, "NCCL_PROTO"), "LL");
  EXPECT_EQ(facts.find("NCCL_DEBUG")->origin.source, "the process");
  EXPECT_EQ(facts.find("NCCL_ALGO")->origin.source, "~/.nccl.conf:2");
  EXPECT_EQ(facts.find("NCCL_PROTO")->origin.source, "/etc/nccl.conf:3");
  EXPECT_THAT(facts.library_folders, ElementsAre("/opt/a"));
  EXPECT_THAT(facts.notes, IsEmpty());
}

TEST(EnvironmentSource, AnEmptyVariableIsSetAllTheSame) {
  support::RecordedMachine machine;
  machine.recording().variables["NCCL_ALGO"] = "";
  machine.text("/etc/nccl.conf", "NCCL_ALGO=Ring\n");
  EXPECT_EQ(value_of(environment_of(machine), "NCCL_ALGO"), "");
}

TEST(EnvironmentSource, AnotherFileStandsInForTheUsers) {
  support::RecordedMachine machine;
  machine.text("~/.nccl.conf", "NCCL_ALGO=Ring\n");
  machine.text("/etc/nccl.conf", "NCCL_PROTO=LL\n");
  machine.text("/shared/nccl.conf", "NCCL_ALGO=Tree\n");
  auto& file = machine.recording().variables["NCCL_CONF_FILE"];
  file = "/shared/x/../nccl.conf";
  EXPECT_EQ(value_of(environment_of(machine), "NCCL_ALGO"), "Tree");
  EXPECT_EQ(value_of(environment_of(machine), "NCCL_PROTO"), "LL");
  file = "/nowhere";
  EXPECT_EQ(value_of(environment_of(machine), "NCCL_ALGO"), "unset");
  EXPECT_THAT(environment_of(machine).notes.at(0).message(),
              HasSubstr("'/nowhere' does not exist"));
  file = "nccl.conf";
  EXPECT_THAT(environment_of(machine).notes.at(0).message(), HasSubstr("not an absolute path"));
  file = "";
  EXPECT_EQ(value_of(environment_of(machine), "NCCL_ALGO"), "Ring");
}

TEST(EnvironmentSource, NotesLinesThatDoNothing) {
  support::RecordedMachine machine;
  machine.text("/etc/nccl.conf", "export NCCL_ALGO=Ring\nNCCL_PROTO=LL\r\n");
  const EnvironmentFacts facts = environment_of(machine);
  ASSERT_THAT(facts.notes, SizeIs(2));
  EXPECT_THAT(facts.notes[0].message() + facts.notes[1].message(),
              HasSubstr("/etc/nccl.conf:1: NCCL ignores 'export NCCL_ALGO'"));
  EXPECT_THAT(facts.notes[0].message() + facts.notes[1].message(),
              HasSubstr("/etc/nccl.conf:2: ends in a carriage return"));
}

TEST(EnvironmentSource, FoldersOfAList) {
  EXPECT_THAT(folders_in("/a:/b/:relative::/c/../d"), ElementsAre("/a", "/b", "/d"));
  EXPECT_THAT(folders_in("/"), ElementsAre("/"));
  EXPECT_THAT(folders_in(""), IsEmpty());
}

PluginFacts plugins_of(support::RecordedMachine machine) {
  const world::recording::ReplayedWorld world(machine.recording());
  return discover_plugins(world, discover_environment(world));
}

TEST(PluginsSource, FindsWhatNcclLoadsByItself) {
  support::RecordedMachine machine;
  EXPECT_THAT(plugins_of(machine).plugins, IsEmpty());
  machine.recording().variables["LD_LIBRARY_PATH"] = "/none:/opt/amazon/ofi-nccl/lib64";
  machine.text("/opt/amazon/ofi-nccl/lib64/libnccl-net.so", "");
  machine.text("/opt/amazon/ofi-nccl/lib64/libnccl-tuner.so", "");
  const PluginFacts facts = plugins_of(machine);
  ASSERT_THAT(facts.plugins, SizeIs(2));
  EXPECT_EQ(facts.plugins[0].kind, "net");
  EXPECT_EQ(facts.plugins[0].name, "libnccl-net.so");
  EXPECT_EQ(facts.plugins[0].provider, "AWS");
  EXPECT_TRUE(facts.plugins[0].is_found);
  EXPECT_EQ(facts.plugins[0].origin.source, "/opt/amazon/ofi-nccl/lib64/libnccl-net.so");
  EXPECT_EQ(facts.plugins[1].kind, "tuner");
}

TEST(PluginsSource, SaysWhatIsInstalledButNotFound) {
  support::RecordedMachine machine;
  machine.text("/usr/local/gib/lib64/libnccl-net.so", "");
  const PluginFacts hidden = plugins_of(machine);
  ASSERT_THAT(hidden.plugins, SizeIs(1));
  EXPECT_EQ(hidden.plugins[0].provider, "Google Cloud");
  EXPECT_FALSE(hidden.plugins[0].is_found);
  // The loader's own list.
  machine.text("/etc/ld.so.conf.d/gib.conf", "# gIB\n/usr/local/gib/lib64 # here\n");
  const PluginFacts found = plugins_of(machine);
  ASSERT_THAT(found.plugins, SizeIs(1));
  EXPECT_TRUE(found.plugins[0].is_found);
}

TEST(PluginsSource, GoesByTheVariables) {
  support::RecordedMachine machine;
  machine.recording().variables["LD_LIBRARY_PATH"] = "/opt/hpcx/ncclnet_plugin/lib";
  machine.text("/opt/hpcx/ncclnet_plugin/lib/libnccl-net.so", "");
  machine.text("/opt/hpcx/ncclnet_plugin/lib/libnccl-net-ncclnet.so", "");
  machine.text("/opt/tuner/libmine.so", "");
  auto& variables = machine.recording().variables;
  variables["NCCL_NET_PLUGIN"] = "ncclnet,/nowhere/libx.so";
  variables["NCCL_TUNER_PLUGIN"] = "/opt/tuner/libmine.so";
  const PluginFacts facts = plugins_of(machine);
  ASSERT_THAT(facts.plugins, SizeIs(2));
  EXPECT_EQ(facts.plugins[0].name, "libnccl-net-ncclnet.so");
  EXPECT_EQ(facts.plugins[0].provider, "HPC-X");
  EXPECT_EQ(facts.plugins[1].name, "libmine.so");
  EXPECT_EQ(facts.plugins[1].provider, "");
  ASSERT_THAT(facts.notes, SizeIs(1));
  EXPECT_THAT(facts.notes[0].message(), HasSubstr("NCCL_NET_PLUGIN: '/nowhere/libx.so' is not"));
  variables["NCCL_NET_PLUGIN"] = "none";
  variables["NCCL_TUNER_PLUGIN"] = "None";
  EXPECT_THAT(plugins_of(machine).notes, IsEmpty());
  EXPECT_THAT(plugins_of(machine).plugins, IsEmpty());
}

}  // namespace environment_test
}  // namespace treering::hw::discover::sources
