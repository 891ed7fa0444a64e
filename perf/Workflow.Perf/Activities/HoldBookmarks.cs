using System.Globalization;

namespace Workflow.Perf.Activities;

/// <summary>Waits at a number of bookmarks, each of which can be resumed repeatedly.</summary>
internal sealed class HoldBookmarks : NativeActivity
{
    private readonly BookmarkCallback _onResumed;
    private readonly int _count;

    public HoldBookmarks(int count)
    {
        _count = count;
        _onResumed = OnResumed;
    }

    protected override bool CanInduceIdle => true;

    public static string NameOf(int number) => number.ToString(CultureInfo.InvariantCulture);

    protected override void Execute(NativeActivityContext context)
    {
        for (int i = 0; i < _count; i++)
        {
            context.CreateBookmark(NameOf(i), _onResumed, BookmarkOptions.MultipleResume);
        }
    }

    private static void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}
