using System.ComponentModel;
using Workflow;

namespace PortedActivities.Waiting;

/// <summary>A conversation of its own: whoever is waited for in its body is not confused with someone of that name elsewhere.</summary>
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
