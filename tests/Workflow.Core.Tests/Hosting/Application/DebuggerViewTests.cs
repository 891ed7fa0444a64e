using System.Diagnostics;
using System.Reflection;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The inspection of an application in a debugger does not change the application (rule 16.7).</summary>
[Rule("16.7")]
public sealed class DebuggerViewTests : StoredApplications
{
    [Fact]
    public void Application_Inspected_CanStillLoadAnInstance()
    {
        Wait root = new(Log, "w");
        Hosted saved = With(root).Run();
        saved.Do(application => application.UnloadAsync());
        Hosted hosted = With(root);
        Assert.Equal("1: w (Wait), Fresh", DebuggerDisplay.Of(hosted.Application));
        Assert.Null(Look(hosted.Application)["Id"]);
        hosted.Do(application => application.LoadAsync(saved.Application.Id));
        Assert.Equal($"1: w (Wait), Ready, {saved.Application.Id}", DebuggerDisplay.Of(hosted.Application));
    }

    [Fact]
    public void Application_InItsPhases_ShowsThem()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        Guid id = hosted.Application.Id;
        Assert.Equal($"1: w (Wait), Idle, {id}", DebuggerDisplay.Of(hosted.Application));
        Assert.Equal(Store, Look(hosted.Application)["InstanceStore"]);
        hosted.Resume("w");
        Assert.Equal($"1: w (Wait), Completed, {id}", DebuggerDisplay.Of(hosted.Application));
        Assert.IsType<WorkflowCompletion>(Look(hosted.Application)["Result"]);

        Hosted aborted = With(new Wait(Log, "w")).Run();
        NoContext.Run(() => aborted.Application.Abort("enough"));
        Assert.Equal("enough", Assert.IsType<WorkflowApplicationAbortedException>(Look(aborted.Application)["AbortReason"]).Message);
    }

    [Fact]
    public void Application_WithoutExtensionsOrStore_ShowsNull()
    {
        WorkflowApplication application = new(new Wait(Log, "w"));
        Dictionary<string, object?> seen = Look(application);
        Assert.Null(seen["Extensions"]);
        Assert.Null(seen["InstanceStore"]);
        Assert.Null(seen["Result"]);
        Assert.Null(seen["AbortReason"]);
        Assert.Same(application.WorkflowDefinition, seen["WorkflowDefinition"]);
    }

    /// <summary>Reads every public property of the debugger proxy of the application, as a debugger does.</summary>
    private static Dictionary<string, object?> Look(WorkflowApplication application)
    {
        string proxy = typeof(WorkflowApplication).GetCustomAttribute<DebuggerTypeProxyAttribute>()!.ProxyTypeName;
        object view = Activator.CreateInstance(Type.GetType(proxy)!, application)!;
        return view.GetType().GetProperties().ToDictionary(property => property.Name, property => property.GetValue(view));
    }
}
