using Workflow;

namespace PortedActivities.Waiting;

/// <summary>Sends the reply of a person. The result shows if an activity waited for the reply.</summary>
public sealed class SendReply : NativeActivity<BookmarkResumptionResult>
{
    [RequiredArgument]
    public InArgument<string> Name { get; set; }

    public InArgument<string> Text { get; set; }

    protected override void Execute(NativeActivityContext context)
    {
        BookmarkResumptionResult result = context.ResumeBookmark(new Bookmark(Name.Get(context)), Text.Get(context));
        context.SetValue(Result, result);
    }
}
