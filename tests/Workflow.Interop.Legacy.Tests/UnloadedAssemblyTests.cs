extern alias WorkflowCore;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Workflow.Core.Tests.TestKit;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>An assembly can be unloaded after its workflows ran and were saved and loaded: the library keeps no reference to its types.</summary>
public sealed class UnloadedAssemblyTests
{
    [Fact]
    public async Task Unload_AfterWorkflowsRan_FreesTheAssembly()
    {
        WeakReference loaded = RunInAnother();
        Assert.True(await Garbage.FreesAsync(loaded), "Something keeps the assembly alive.");
    }

    // Not inlined, so that no local of this method is on the stack while memory is collected.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunInAnother()
    {
        AssemblyLoadContext context = new("workflows", isCollectible: true);
        Assembly assembly = context.LoadFromAssemblyPath(typeof(UnloadedWorkflows).Assembly.Location);
        assembly.GetType(typeof(UnloadedWorkflows).FullName!)!.GetMethod(nameof(UnloadedWorkflows.Run))!.Invoke(null, null);
        context.Unload();
        return new WeakReference(context);
    }
}

/// <summary>Runs in a copy of this assembly.</summary>
internal static class UnloadedWorkflows
{
    public static void Run()
    {
        VirtualTimeProvider clock = new();
        using Host host = new(new InMemoryInstanceStore(clock), clock, unloadOnIdle: true);
        for (int run = 0; run < 3; run++)
        {
            WorkflowInstance adding = host.Start(typeof(Adding));
            host.Send(adding, "first", 3);
            host.Send(adding, "second", 4);
            WorkflowInstance door = host.Start(typeof(Door));
            host.Send(door, "open", null);
            host.Send(door, "close", null);
            host.Send(door, "remove", null);
        }
    }
}
