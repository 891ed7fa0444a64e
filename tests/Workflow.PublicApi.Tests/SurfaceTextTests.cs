using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.PublicApi.Tests.Surface;

namespace Workflow.PublicApi.Tests;

/// <summary>Tests of the renderer: a change that affects users changes the text.</summary>
public sealed class SurfaceTextTests
{
    private const string ThisSpace = "Workflow.PublicApi.Tests.SurfaceTextTests.";

    [Theory]
    [InlineData(nameof(Sample.Plain), "static string Plain(int count = 3, System.Threading.CancellationToken token = default)")]
    [InlineData(nameof(Sample.Nullable), "string? Nullable(object? value, int? number, System.Collections.Generic.List<string?> list)")]
    [InlineData(nameof(Sample.Generic), "virtual T Generic<T>(ref T first, out T? second, in int third, params T[] rest) where T : class, new()")]
    [InlineData(nameof(Sample.Old), "[Obsolete(\"Use Plain.\", true)] void Old()")]
    [InlineData(nameof(Sample.Preferred), "[OverloadResolutionPriority(1)] bool Preferred([NotNullWhen(true)] object? value)")]
    [InlineData(
        nameof(Sample.Marked),
        "[return: MaybeNull] System.Func<T, T?> Marked<T>(System.Collections.Generic.KeyValuePair<string?, T>? pair, string?[] texts, string[]? others)")]
    [InlineData("Hook", "protected abstract void Hook()")]
    [InlineData(nameof(ToString), "sealed override string ToString()")]
    public void Method_Rendered_ShowsWhatAUserSees(string name, string expected) => Assert.Equal(
        expected,
        MemberText.Of(typeof(Sample).GetMethod(
            name,
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)!));

    [Fact]
    public void Types_Rendered_AreSortedWithTheirMembers() => Assert.Equal(
        $$"""
        delegate T? {{ThisSpace}}Convert<out T>(string text)

        interface {{ThisSpace}}IStep : System.IDisposable
          int Count { get; }

        enum {{ThisSpace}}Level : byte
          Low = 0
          High = 1

        abstract class {{ThisSpace}}Sample
          protected Sample(string name)
          const int Limit = 7
          protected int this[int index] { get; }
          string Name { get; protected set; }
          string? Note { get; init; }
          event System.EventHandler? Changed
          virtual T Generic<T>(ref T first, out T? second, in int third, params T[] rest) where T : class, new()
          protected abstract void Hook()
          [return: MaybeNull] System.Func<T, T?> Marked<T>(System.Collections.Generic.KeyValuePair<string?, T>? pair, string?[] texts, string[]? others)
          string? Nullable(object? value, int? number, System.Collections.Generic.List<string?> list)
          [Obsolete("Use Plain.", true)] void Old()
          static string Plain(int count = 3, System.Threading.CancellationToken token = default)
          [OverloadResolutionPriority(1)] bool Preferred([NotNullWhen(true)] object? value)
          sealed override string ToString()

        """.ReplaceLineEndings("\n"),
        PublicSurface.Of([typeof(Sample), typeof(IStep), typeof(Level), typeof(Convert<>), typeof(Hidden)]));

    [Fact]
    public void Difference_OfChangedSurface_NamesTheTypeAndBothLines() => Assert.Equal(
        "+ class B\n  class A\n+   void M(int a)\n-   void M()\n".Split('\n').Order(StringComparer.Ordinal),
        LineDifference.Of("class A\n  void M()\n", "class A\n  void M(int a)\n\nclass B\n").Split('\n').Order(StringComparer.Ordinal));

    [Fact]
    public void Difference_OfTheSameSurface_IsEmpty() => Assert.Empty(LineDifference.Of("class A\n  void M()\n", "class A\n  void M()\n"));

    public interface IStep : IDisposable
    {
        int Count { get; }
    }

    public enum Level : byte
    {
        Low,
        High,
    }

    public delegate T? Convert<out T>(string text);

    public abstract class Sample
    {
        public const int Limit = 7;

        protected Sample(string name) => Name = name;

        private protected Sample() => Name = string.Empty;

        public event EventHandler? Changed;

        public string Name { get; protected set; }

        public string? Note { get; init; }

        internal int Inner { get; set; }

        protected int this[int index] => index;

        public static string Plain(int count = 3, CancellationToken token = default) => $"{count}{token.IsCancellationRequested}";

        public string? Nullable(object? value, int? number, List<string?> list) => $"{value}{number}{list.Count}";

        public virtual T Generic<T>(ref T first, out T? second, in int third, params T[] rest)
            where T : class, new()
        {
            second = rest.Length > third ? rest[third] : null;
            return first;
        }

        [Obsolete("Use Plain.", true)]
        public void Old() => Changed?.Invoke(this, EventArgs.Empty);

        [return: MaybeNull]
        public Func<T, T?> Marked<T>(KeyValuePair<string?, T>? pair, string?[] texts, string[]? others) =>
            value => pair is null && texts.Length == (others?.Length ?? 0) ? value : default;

        [OverloadResolutionPriority(1)]
        public bool Preferred([NotNullWhen(true)] object? value) => value is not null;

        public sealed override string ToString() => Name;

        protected abstract void Hook();

        private protected void Inside() => Inner++;
    }

    private sealed class Hidden;
}
