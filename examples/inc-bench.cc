#include "ns3/core-module.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-rc-queue-pair.h"
#include <chrono>
#include <ctime>
#include <iostream>
#include <fstream>
using namespace ns3;
static long rss(){ long a,b; std::ifstream f("/proc/self/statm"); f>>a>>b; return b*4096; }
int main(int argc,char**argv){
  uint32_t k=8; uint64_t size=20000000; std::string sched="ns3::CalendarScheduler";
  CommandLine cmd; cmd.AddValue("k","",k); cmd.AddValue("size","",size); cmd.AddValue("sched","",sched); cmd.Parse(argc,argv);
  GlobalValue::Bind("SchedulerType", StringValue(sched));
  long r0=rss();
  IncFabricHelper helper; Config::SetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(4096));
  IncFabric f=helper.Install(IncFatTreeTopology(k).Build());
  auto hosts=f.GetTopology().GetHosts(); uint32_t n=hosts.size(); uint32_t done=0; Time last;
  Ptr<UniformRandomVariable> u=CreateObject<UniformRandomVariable>(); u->SetStream(99999);
  std::vector<uint32_t> perm(n); for(uint32_t i=0;i<n;i++)perm[i]=i; for(uint32_t i=n-1;i>0;i--){ uint32_t j=u->GetInteger(0,i-1); std::swap(perm[i],perm[j]); }
  for(uint32_t i=0;i<n;i++){ auto a=f.GetNic(hosts[i])->CreateRcQueuePair(); auto nb=f.GetNic(hosts[perm[i]]); auto b=nb->CreateRcQueuePair();
    uint32_t key=nb->RegisterMemory(nullptr,size);
    a->Connect(IncFabric::GetAddress(hosts[perm[i]]),b->GetQpn()); b->Connect(IncFabric::GetAddress(hosts[i]),a->GetQpn());
    a->SetSendCompletionCallback(Callback<void,const IncCompletion&>([&](const IncCompletion& c){ ++done; last=Simulator::Now(); if(c.status!=IncCompletionStatus::SUCCESS) std::cerr<<"fail\n";}));
    IncWorkRequest w; w.length=size; w.rkey=key; a->PostWrite(w);
  }
  clock_t c0=clock(); Simulator::Run(); double cpu=double(clock()-c0)/CLOCKS_PER_SEC;
  uint64_t hops=0,drops=0; for(uint32_t i=0;i<f.GetDevices().GetN();i++){ auto d=DynamicCast<IncNetDevice>(f.GetDevices().Get(i)); hops+=d->GetCounters().sentFrames; drops+=d->GetCounters().bufferDrops;}
  long r1=rss();
  std::cout<<sched<<" done "<<done<<"/"<<n<<" t="<<last.GetMicroSeconds()<<"us hops "<<hops<<" drops "<<drops<<" cpu "<<cpu<<" hops/s "<<hops/cpu/1e6<<"M events/hop "<<double(Simulator::GetEventCount())/hops<<" bytes/host "<<(r1-r0)/n<<"\n";
}
