namespace Workflow.Perf.Drawing;

/// <summary>The colors of the engines, the same in all charts. They also differ in lightness.</summary>
internal static class Colors
{
    public const string Wf3 = "#8c959f";
    public const string Wf4 = "#e3a008";
    public const string Design2010 = "#a371c7";
    public const string Ours = "#0969da";
    public const string OursToo = "#54aeff";
    public const string OursThird = "#033d8b";
    public const string ByHand = "#2da44e";
}
