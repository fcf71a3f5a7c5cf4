// Dumps of environments: what they say of GPUs, CPU, driver, NCCL and its variables.
#include <string>

#include <gmock/gmock.h>

#include "hw/formats/env_dump/facts.h"
#include "hw/formats/format.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::env_dump {
namespace dump_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

LoadedCluster loaded(const std::string& text) {
  const Format* format = recognise(text);
  if (format == nullptr || format->read == nullptr) {
    ADD_FAILURE() << "not recognised";
    return {};
  }
  auto read = format->read({"d.txt", text}, {});
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return *std::move(read);
}

std::string notes_of(const LoadedCluster& read) {
  std::string all;
  for (const auto& note : read.notes) all += note.message() + "\n";
  return all;
}

std::string nccl_of(const std::string& text) {
  const auto named = nccl_named_in(text, "d.txt");
  return named ? named->value + " in " + named->origin.source : "";
}

TEST(NcclNamedInText, ByWhatRanThenByPackages) {
  EXPECT_EQ(nccl_of("some words\nNCCL version 2.26.6+cuda12.8\n"), "2.26.6 in d.txt: line 2");
  EXPECT_EQ(nccl_of("# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22703\n"),
            "2.27.3 in d.txt: line 1");
  EXPECT_EQ(nccl_of("nvidia-nccl-cu12          2.21.5\n"), "2.21.5 in d.txt: line 1");
  EXPECT_EQ(nccl_of("[pip3] nvidia-nccl-cu12==2.21.5\nNCCL version 2.26.2\n"),
            "2.26.2 in d.txt: line 2");
  EXPECT_EQ(nccl_of("NCCL_VERSION=2.19.3-1\n"), "2.19.3 in d.txt: line 1");
}

TEST(NcclNamedInText, NotByWhatPeopleWriteOfVersions) {
  EXPECT_EQ(nccl_of("NCCL version 2.18.5 works, 2.19.3 hangs\n"), "");
  EXPECT_EQ(nccl_of("I tried nvidia-nccl-cu12==2.21.5\n"), "");
  EXPECT_EQ(nccl_of("NCCL version 2.18\n"), "");
}

constexpr const char* kCpu =
    "CPU:\n"
    "Architecture:                         x86_64\n"
    "Vendor ID:                            GenuineIntel\n"
    "Model name:                           Intel(R) Xeon(R) Platinum 8480+\n"
    "CPU family:                           6\n"
    "Model:                                143\n";

std::string pytorch(const std::string& cpu = kCpu) {
  return "Collecting environment information...\n"
         "PyTorch version: 2.6.0+cu124\n"
         "Python platform: Linux-5.15.0-97-generic-x86_64-with-glibc2.35\n"
         "Is CUDA available: True\n"
         "CUDA runtime version: Could not collect\n"
         "GPU models and configuration: \n"
         "GPU 0: NVIDIA GeForce RTX 4090\n"
         "GPU 1: NVIDIA GeForce RTX 4090\n"
         "\n"
         "Nvidia driver version: 550.54.14\n" +
         cpu +
         "Hypervisor vendor: KVM\n"
         "[pip3] nvidia-nccl-cu12==2.21.5\n"
         "[conda] Could not collect\n";
}

constexpr const char* kMatrix =
    "GPU Topology:\n"
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
    "GPU0\t X \tNODE\tPHB\t0-55\t0\t\tN/A\n"
    "GPU1\tNODE\t X \tNODE\t0-55\t0\t\tN/A\n"
    "NIC0\tPHB\tNODE\t X \t\t\t\t\n\n"
    "Legend:\n\n  X    = Self\n  PIX  = Connection traversing at most a single PCIe bridge\n"
    "  NV#  = Connection traversing a bonded set of # NVLinks\n\n"
    "NIC Legend:\n\n  NIC0: mlx5_0\n\n";

const core::Cpu& cpu_of(const LoadedCluster& read) {
  return std::get<core::Cpu>(named(read.cluster.node, "CPU 0").info);
}

TEST(EnvDump, NamesGpusCpuDriverAndNccl) {
  const LoadedCluster read = loaded(pytorch());
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA GeForce RTX 4090");
  EXPECT_EQ(cpu_of(read).vendor, "GenuineIntel");
  EXPECT_EQ(cpu_of(read).model, 143);
  EXPECT_THAT(named(read.cluster.node, "CPU 0").assumed, Not(Contains("model")));
  ASSERT_TRUE(read.host.driver_version && read.host.nccl_version && read.host.kernel);
  EXPECT_EQ(read.host.driver_version->value, "550.54.14");
  EXPECT_EQ(read.host.nccl_version->value, "2.21.5");
  EXPECT_EQ(read.host.kernel->value, "5.15.0-97-generic");
  EXPECT_EQ(read.host.hypervisor->value, "KVM");
  EXPECT_THAT(read.host.variables, IsEmpty());
}

TEST(EnvDump, NamesTheGpusOfTheMatrixInIt) {
  const LoadedCluster read = loaded(pytorch() + kMatrix + "NCCL_P2P_DISABLE=1\nNCCL_DEBUG=INFO\n");
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA GeForce RTX 4090");
  EXPECT_EQ(named(read.cluster.node, "mlx5_0").kind(), core::DeviceKind::NicPort);
  ASSERT_EQ(read.host.variables.size(), 2U);
  EXPECT_EQ(read.host.variables[0].name, "NCCL_P2P_DISABLE");
  EXPECT_EQ(read.host.variables[0].value, "1");
  EXPECT_THAT(read.host.variables[0].origin.source, HasSubstr("d.txt: line "));
  // NVIDIA's drivers have no GPUDirect RDMA for GeForce.
  EXPECT_FALSE(std::get<core::Gpu>(named(read.cluster.node, "GPU 0").info).gpu_direct_rdma);
}

// vLLM puts blanks before colons and frames around headings.
TEST(EnvDump, ReadsVllms) {
  const LoadedCluster read = loaded(
      "==============================\n       CUDA / GPU Info\n==============================\n"
      "CUDA runtime version         : 12.8.93\n"
      "GPU models and configuration :\n"
      "GPU 0: NVIDIA L40S\nGPU 1: NVIDIA L40S\n"
      "Nvidia driver version        : 570.86.15\n"
      "Vendor ID:                               AuthenticAMD\n"
      "Model name:                              AMD EPYC 9575F 64-Core Processor\n"
      "[pip3] nvidia-nccl-cu12==2.26.2\n"
      "     Environment Variables\nexport NCCL_CUMEM_ENABLE=\"0\"\nNCCL_IB_HCA=mlx5_0,mlx5_1\n");
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  // Turin by its name: family 1Ah as NCCL has it, which the dump does not say itself.
  EXPECT_EQ(cpu_of(read).vendor, "AuthenticAMD");
  EXPECT_THAT(named(read.cluster.node, "CPU 0").assumed, Contains("family"));
  EXPECT_EQ(read.host.nccl_version->value, "2.26.2");
  ASSERT_EQ(read.host.variables.size(), 2U);
  EXPECT_EQ(read.host.variables[0].value, "0");
  EXPECT_EQ(read.host.variables[1].value, "mlx5_0,mlx5_1");
}

TEST(EnvDump, ReadsSglangs) {
  const std::string head =
      "Python: 3.10.12\nCUDA available: True\n"
      "GPU 0,1,2,3,4,5,6,7: NVIDIA H100 80GB HBM3\n"
      "GPU 0,1,2,3,4,5,6,7 Compute Capability: 9.0\n"
      "CUDA Driver Version: 535.161.08\n535.161.08\n535.161.08\nPyTorch: 2.3.1+cu121\n";
  const LoadedCluster read = loaded(head);
  EXPECT_EQ(read.cluster.node.name(), "8 x NVIDIA H100 80GB HBM3");
  EXPECT_EQ(read.host.driver_version->value, "535.161.08");
  EXPECT_EQ(arrows(read.cluster.node, core::LinkKind::NvLink).size(), 16U);
  // A model that nobody knows has the compute capability that the dump gives.
  std::string other = head;
  for (std::size_t at; (at = other.find("NVIDIA H100 80GB HBM3")) != std::string::npos;) {
    other.replace(at, 21, "NVIDIA Zeta 9");
  }
  const LoadedCluster zeta = loaded(other);
  const auto& gpu = named(zeta.cluster.node, "GPU 0");
  EXPECT_EQ(std::get<core::Gpu>(gpu.info).compute_capability, 90);
  EXPECT_THAT(gpu.assumed, Not(Contains("compute_capability")));
  EXPECT_EQ(zeta.cluster.node.name(), "8 x NVIDIA Zeta 9");
}

TEST(EnvDump, NamesNcclInEveryForm) {
  const auto version = [](const std::string& line) {
    const Facts facts = read_facts(line + "\n", "d.txt");
    return facts.host.nccl_version ? facts.host.nccl_version->value : "none";
  };
  EXPECT_EQ(version("[pip3] nvidia-nccl-cu13==2.27.7"), "2.27.7");
  EXPECT_EQ(version("[conda] nvidia-nccl-cu12          2.26.2    pypi_0    pypi"), "2.26.2");
  EXPECT_EQ(version("[conda] nccl                      2.7.8.1   h1a5f58c_1"), "2.7.8");
  EXPECT_EQ(version("INFO pynccl.py:69] vLLM is using nccl==2.21.5"), "2.21.5");
  EXPECT_EQ(version("[pip3] nccl-tests==x"), "none");
}

TEST(EnvDump, ArmCoresAreNoXeon) {
  const LoadedCluster read = loaded(
      "PyTorch version: 2.9.0\nGPU models and configuration: GPU 0: NVIDIA GB10\n"
      "Nvidia driver version: 580.95.05\n"
      "Architecture: aarch64\nVendor ID: ARM\nModel name: Cortex-X925\nModel: 1\n"
      "Model name: Cortex-A725\n");
  EXPECT_EQ(cpu_of(read).arch, "arm64");
  EXPECT_EQ(cpu_of(read).vendor, "");
  EXPECT_FALSE(std::get<core::Gpu>(named(read.cluster.node, "GPU 0").info).gpu_direct_rdma);
}

TEST(EnvDump, OfTwoHostsIsOfTwoNodes) {
  const LoadedCluster two = loaded(pytorch() + "\n" + pytorch());
  EXPECT_EQ(two.cluster.node_count, 2);
  EXPECT_THAT(notes_of(two), HasSubstr("another dump of an environment names the same GPUs"));
  // One host again, by its GPUs.
  std::string same = pytorch();
  const std::string name = "GPU 0: NVIDIA GeForce RTX 4090";
  same.insert(same.find(name) + name.size(), " (UUID: GPU-1)");
  EXPECT_EQ(loaded(same + "\n" + same).cluster.node_count, 1);
  // What stands beside one dump is of its host.
  EXPECT_EQ(loaded(pytorch() + kMatrix + kMatrix).cluster.node_count, 1);
}

TEST(EnvDump, SaysThatGpusOfSeveralSocketsArePutOnOne) {
  const std::string cpu = std::string(kCpu) + "Socket(s): 2\nNUMA node(s): 4\n";
  EXPECT_THAT(notes_of(loaded(pytorch(cpu))),
              HasSubstr("the machine has 2 sockets with 4 NUMA nodes, and the text does not say "
                        "which GPUs are near which"));
  EXPECT_THAT(notes_of(loaded(pytorch())), Not(HasSubstr("sockets with")));
}

// A virtual machine hides it: the matrix says SYS to all, and no NUMA node is left.
TEST(EnvDump, AnAdapterOfNoNumaNodeIsOnNoFurtherCpu) {
  const std::string matrix =
      "GPU Topology:\n"
      "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
      "GPU0\t X \tSYS\tSYS\t0-55\t0\t\tN/A\n"
      "GPU1\tSYS\t X \tSYS\t56-111\t1\t\tN/A\n"
      "NIC0\tSYS\tSYS\t X \t\t\t\t\n\n"
      "NIC Legend:\n\n  NIC0: mlx5_0\n\n";
  const std::string two = std::string(kCpu) + "Socket(s): 2\nNUMA node(s): 2\n";
  const LoadedCluster read = loaded(pytorch(two) + matrix);
  const core::Device& place = named(read.cluster.node, "unknown place");
  EXPECT_TRUE(core::has_unknown_place(place));
  EXPECT_EQ(std::get<core::Cpu>(place.info).numa_id, -1);
  EXPECT_THAT(notes_of(read), HasSubstr("NIC0 is SYS apart from all GPUs, and the text counts 2 "
                                        "NUMA nodes only: its place is unknown"));
  // Of four it may be on another one.
  const std::string four = std::string(kCpu) + "Socket(s): 2\nNUMA node(s): 4\n";
  const LoadedCluster other = loaded(pytorch(four) + matrix);
  EXPECT_EQ(std::get<core::Cpu>(named(other.cluster.node, "CPU 2").info).numa_id, 2);
}

TEST(EnvDump, TakesNcclsVersionFromALineOfItsOwn) {
  std::string text = pytorch();
  const std::string package = "[pip3] nvidia-nccl-cu12==2.21.5";
  text.replace(text.find(package), package.size(), "NCCL version: 2.20.5");
  const auto read = loaded(text);
  ASSERT_TRUE(read.host.nccl_version);
  EXPECT_EQ(read.host.nccl_version->value, "2.20.5");
}

TEST(EnvDump, WithoutGpuIsARun) {
  const std::string text =
      "PyTorch version: 2.6.0\nIs CUDA available: False\nGPU models and configuration: No CUDA\n"
      "NCCL_P2P_DISABLE=1\n";
  const Format* format = recognise(text);
  ASSERT_NE(format, nullptr);
  EXPECT_FALSE(format->read({"d.txt", text}, {}));
  const auto read = format->read_log({"d.txt", text});
  ASSERT_TRUE(read);
  const auto* const run = std::get_if<LoadedRun>(&*read);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->host.variables.size(), 1U);
}

TEST(EnvDump, OfAmdIsRefused) {
  const std::string text =
      "PyTorch version: 2.6.0+rocm6\nIs CUDA available: True\n"
      "GPU models and configuration: AMD Instinct MI300X (gfx942)\n";
  const auto read = read_log_env_dump({"d.txt", text});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message(), HasSubstr("GPUs of AMD"));
}

TEST(EnvDump, NeedsTwoOfItsLines) {
  EXPECT_FALSE(formats::is_env_dump("PyTorch version: 2.6.0\n"));
  EXPECT_FALSE(formats::is_env_dump("hello: world\n"));
  EXPECT_TRUE(formats::is_env_dump("> PyTorch version: 2.6.0\n> cuDNN version: 9\n"));
}

}  // namespace dump_test
}  // namespace treering::hw::formats::env_dump
