using Workflow;
using Workflow.Tracking;

namespace NativeAot;

/// <summary>An activity that is called like a method, and the events of the call.</summary>
internal static class Invocation
{
    public static void Run()
    {
        using InstanceEvents events = new();
        WorkflowInvoker invoker = new(new ComputePostage { Parcel = new(_ => new Parcel("a caller", 250)) });
        invoker.Extensions.Add(new EtwTrackingParticipant { ApplicationReference = "native" });
        IDictionary<string, object?> outputs = invoker.Invoke();
        Console.WriteLine($"invoker: {outputs["Result"]} {outputs["IsHeavy"]}");
        Console.WriteLine($"events: {events.States}");
    }
}
