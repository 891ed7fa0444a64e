using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Definition;

/// <summary>An assembly whose workflows ran, and were saved and loaded, can be unloaded: the library keeps none of its types alive.</summary>
public sealed class UnloadedAssemblyTests
{
    public static TheoryData<string> Kinds => [.. UnloadedWorkflows.All.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Unload_AfterWorkflowsRan_FreesTheAssembly(string kind)
    {
        WeakReference loaded = RunIn(kind);
        Assert.True(await Garbage.FreesAsync(loaded), "Something keeps the assembly alive.");
    }

    // Not inlined, so that no reference to the assembly is on the stack during the collection.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunIn(string kind)
    {
        AssemblyLoadContext context = new("workflows", isCollectible: true);
        Assembly assembly = context.LoadFromAssemblyPath(typeof(UnloadedWorkflows).Assembly.Location);
        MethodInfo run = assembly.GetType(typeof(UnloadedWorkflows).FullName!)!.GetMethod(nameof(UnloadedWorkflows.Run))!;
        run.Invoke(null, [kind]);
        context.Unload();
        return new WeakReference(context);
    }
}
