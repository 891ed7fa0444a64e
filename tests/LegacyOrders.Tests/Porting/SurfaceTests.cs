using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Tests.Porting;

/// <summary>The package has the API that code for WF3 uses, with the same names and types.</summary>
public sealed class SurfaceTests
{
    private static readonly Assembly Package = typeof(Activity).Assembly;

    [Fact]
    public void Declarations_OfWf3_AreInThePackage()
    {
        Type[] old = Assembly.Load("LegacyOrders.Wf3.Reference").GetExportedTypes();
        Assert.InRange(old.Length, 140, int.MaxValue);
        string[] missing = [.. old.SelectMany(type => OldSurface.MissingOf(type, Package)).Except(KnownDifferences).Order(StringComparer.Ordinal)];
        Assert.True(missing.Length == 0, string.Join('\n', missing));
    }

    /// <summary>The comparison detects missing types and members: the test declares some that no package has.</summary>
    [Fact]
    public void Declarations_MissingInPackage_AreReported()
    {
        Assert.Equal(["LegacyOrders.Tests.Porting.SurfaceTests+Unknown: no such type"], OldSurface.MissingOf(typeof(Unknown), Package));
        Assert.Equal(
            [
                "System.Version: is no System.IDisposable",
                "System.Version: no Boolean Equals(System.Object, Int32)",
                "System.Version: no Void .ctor(System.Guid)",
                "System.Version: no Void Dispose()",
            ],
            OldSurface.MissingOf(typeof(Unknown), typeof(Version).Assembly, "System.Version").Order(StringComparer.Ordinal));
    }

    /// <summary>The differences that the documentation of the migration from WF3 lists.</summary>
    private static readonly string[] KnownDifferences =
    [
        "Workflow.Interop.Legacy.Activities.WorkflowRoleCollection: is no System.Collections.Generic.List`1[Workflow.Interop.Legacy.Activities.WorkflowRole]",
        "Workflow.Interop.Legacy.Activities.Rules.RuleExecution: no Void set_Validation(Workflow.Interop.Legacy.Activities.Rules.RuleValidation)",
        "Workflow.Interop.Legacy.ComponentModel.ActivityCollection: is no System.Collections.Generic.List`1[Workflow.Interop.Legacy.ComponentModel.Activity]",
        "Workflow.Interop.Legacy.ComponentModel.ActivityCollection: no Void .ctor(Workflow.Interop.Legacy.ComponentModel.Activity)",
        "Workflow.Interop.Legacy.Runtime.Hosting.SqlPersistenceWorkflowInstanceDescription: no System.Data.SqlTypes.SqlDateTime get_NextTimerExpiration()",
        "Workflow.Interop.Legacy.Runtime.TimerEventSubscription: no Void .ctor()",
        "Workflow.Interop.Legacy.Runtime.TimerEventSubscription: no Void set_QueueName(System.IComparable)",
        "Workflow.Interop.Legacy.Runtime.TimerEventSubscriptionCollection: no System.Collections.IEnumerator GetEnumerator()",
    ];

    /// <summary>Represents declarations of a class 'System.Version' with additional members.</summary>
    public class Unknown(Guid major) : IDisposable
    {
        public int Major => major.Version;

        public bool Equals(object other, int count) => other is Unknown && count > 0;

        public void Dispose() => GC.SuppressFinalize(this);
    }
}
