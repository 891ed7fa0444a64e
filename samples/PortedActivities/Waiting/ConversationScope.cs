using System.ComponentModel;
using Workflow;

namespace PortedActivities.Waiting;

/// <summary>Runs its body in a separate conversation: a reply that the body waits for is not confused with a reply of the same name elsewhere.</summary>
public sealed class ConversationScope : NativeActivity
{
    private readonly Variable<BookmarkScopeHandle> _handle = new Variable<BookmarkScopeHandle>();

    [DefaultValue(null)]
    public Activity Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_handle);
    }

    protected override void Execute(NativeActivityContext context)
    {
        if (Body != null)
        {
            BookmarkScopeHandle handle = _handle.Get(context);
            handle.CreateBookmarkScope(context);
            context.Properties.Add(handle.ExecutionPropertyName, handle);
            context.ScheduleActivity(Body);
        }
    }
}
