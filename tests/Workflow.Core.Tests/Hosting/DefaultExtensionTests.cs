using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The default extensions of activities that are created if there are also imports and additional extensions.</summary>
[Rule("14.1")]
public sealed class DefaultExtensionTests
{
    private readonly Log _log = new();

    [Fact]
    public void Default_OfAnImportWalkedFirst_Wins()
    {
        Composite last = new("last", () => null) { Body = Offering("of the import") };
        WorkflowInvoker.Invoke(new Sequence { Activities = { Offering("of the first"), last } });
        _log.AssertIs("made of the import", "found of the import");
    }

    [Fact]
    public void Default_WalkedBeforeAnImport_Wins()
    {
        Composite first = new("first", () => null) { Body = Offering("of the import") };
        WorkflowInvoker.Invoke(new Sequence { Activities = { first, Offering("of the last") } });
        _log.AssertIs("made of the last", "found of the last");
    }

    [Fact]
    public void Default_BesideAnAdditionalExtension_IsCreatedButFoundLater()
    {
        WorkflowInvoker invoker = new(Offering("by default"));
        invoker.Extensions.Add(new WithAdditional(new Thing("additional")));
        invoker.Invoke();
        _log.AssertIs("made by default", "found additional");
    }

    private Declares Offering(string name) => new(name, metadata => metadata.AddDefaultExtensionProvider(() => Make(name)))
    {
        Body = context => _log.Add($"found {context.GetExtension<Thing>()!.Name}"),
    };

    private Thing Make(string name)
    {
        _log.Add($"made {name}");
        return new Thing(name);
    }

    private sealed record Thing(string Name);

    private sealed class WithAdditional(object additional) : IWorkflowInstanceExtension
    {
        public IEnumerable<object> GetAdditionalExtensions() => [additional];

        public void SetInstance(WorkflowInstanceProxy instance)
        {
        }
    }
}
