using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The extension that a store provides for activities.</summary>
[Rule("14.1")]
public sealed class StoreExtensionTests : StoredApplications
{
    private readonly Thing _ofStore = new(), _ofHost = new();
    private object? _found;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void GetExtension_OfTheStore_ComesAfterThoseOfTheHost(bool hasOwn)
    {
        WorkflowApplication application = Application(hasOwn ? [_ofHost] : [Log], requires: false);
        NoContext.Run(application.Run);
        Assert.Same(hasOwn ? _ofHost : _ofStore, _found);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void RequiredExtension_OfTheStore_IsFound(bool hasOthers)
    {
        WorkflowApplication application = Application(hasOthers ? [Log] : [], requires: true);
        NoContext.Run(application.Run);
        Assert.Same(_ofStore, _found);
    }

    [Fact]
    public void GetExtension_OfAnotherType_FindsNothing()
    {
        WorkflowApplication application = new(new Step(Log, "step", context => _found = context.GetExtension<TimeProvider>()))
        {
            SynchronizationContext = new InlineContext(),
            InstanceStore = new Bringing(Store, _ofStore)
        };
        NoContext.Run(application.Run);
        Assert.Null(_found);
    }

    private WorkflowApplication Application(object[] extensions, bool requires)
    {
        Looking root = new(requires, found => _found = found);
        WorkflowApplication application = Hosted.Inline(Log, root, extensions).Application;
        application.InstanceStore = new Bringing(Store, _ofStore);
        return application;
    }

    private sealed class Thing;

    private sealed class Bringing(InstanceStore store, object extension) : DelegatingInstanceStore(store)
    {
        public override object? Extension => extension;
    }

    private sealed class Looking(bool requires, Action<object?> found) : CodeActivity
    {
        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            if (requires)
            {
                metadata.RequireExtension<Thing>();
            }
        }

        protected override void Execute(CodeActivityContext context) => found(context.GetExtension<Thing>());
    }
}
