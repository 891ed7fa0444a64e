using System.ComponentModel;
using Workflow;

namespace PortedActivities.Waiting;

/// <summary>
/// Waits for the reply of a person at a bookmark that is named after the person. In a <see cref="ConversationScope"/>, the bookmark belongs to that
/// conversation.
/// </summary>
public sealed class ReceiveReply : NativeActivity<string>
{
    [RequiredArgument]
    public InArgument<string> From { get; set; }

    /// <summary>The conversation. The default is the enclosing conversation.</summary>
    [DefaultValue(null)]
    public InArgument<BookmarkScopeHandle> Conversation { get; set; }

    protected override bool CanInduceIdle
    {
        get { return true; }
    }

    protected override void Execute(NativeActivityContext context)
    {
        BookmarkScopeHandle conversation = FindConversation(context);
        if (conversation == null)
        {
            context.CreateBookmark(From.Get(context), OnReply);
        }
        else
        {
            context.CreateBookmark(From.Get(context), OnReply, conversation.BookmarkScope);
        }
    }

    protected override void Cancel(NativeActivityContext context)
    {
        context.RemoveAllBookmarks();
        context.MarkCanceled();
    }

    private BookmarkScopeHandle FindConversation(NativeActivityContext context)
    {
        return Conversation.Get(context) ?? context.Properties.Find(typeof(BookmarkScopeHandle).FullName) as BookmarkScopeHandle;
    }

    private void OnReply(NativeActivityContext context, Bookmark bookmark, object value)
    {
        Result.Set(context, (string)value);
    }
}
