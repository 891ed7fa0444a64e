using Workflow.Analyzers.Tests.Kit;

namespace Workflow.Analyzers.Tests;

/// <summary>Tests of WF0003.</summary>
public sealed class MetadataTests
{
    [Fact]
    public Task CacheMetadata_ThatOmitsPartsThatAreUsed_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Run : NativeActivity
        {
            public InArgument<int> Times { get; set; } = null!;

            public OutArgument<string>? Text { get; set; } /*WF0003*/

            public Activity? Body { get; set; } /*WF0003*/

            public ActivityAction<int>? Handler { get; set; } /*WF0003*/

            public Collection<Activity> Steps { get; } = []; /*WF0003*/

            public Activity? Description { get; set; }

            protected override void CacheMetadata(NativeActivityMetadata metadata) =>
                metadata.AddArgument(new RuntimeArgument(nameof(Times), typeof(int), ArgumentDirection.In));

            protected override void Execute(NativeActivityContext context)
            {
                context.ScheduleActivity(Body!);
                context.ScheduleAction(Handler!, Steps.Count);
            }
        }

        public sealed class Say : CodeActivity
        {
            public InArgument<string> Text { get; set; } = null!; /*WF0003*/

            protected override void CacheMetadata(CodeActivityMetadata metadata) { }

            protected override void Execute(CodeActivityContext context) => Console.WriteLine(Text.Get(context));
        }
        """);

    [Fact]
    public Task CacheMetadata_ThatMayDeclareEverything_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class CallsBase : NativeActivity
        {
            public InArgument<int> Times { get; set; } = null!;

            protected override void CacheMetadata(NativeActivityMetadata metadata)
            {
                base.CacheMetadata(metadata);
                metadata.RequireExtension<string>();
            }

            protected override void Execute(NativeActivityContext context) { }
        }

        public sealed class UsesNames : NativeActivity
        {
            public InArgument<int> Times { get; set; } = null!;

            public Activity Body { get; set; } = null!;

            protected override void CacheMetadata(NativeActivityMetadata metadata)
            {
                metadata.AddArgument(new RuntimeArgument("Times", typeof(int), ArgumentDirection.In));
                Declare(metadata);
            }

            protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(Body);

            private void Declare(NativeActivityMetadata metadata) => metadata.AddChild(Body);
        }

        public sealed class UsesReflection : NativeActivity
        {
            public InArgument<int> Times { get; set; } = null!;

            public Collection<Activity> Steps { get; } = [];

            protected override void CacheMetadata(NativeActivityMetadata metadata)
            {
                metadata.SetArgumentsCollection(metadata.GetArgumentsWithReflection());
                metadata.SetChildrenCollection(metadata.GetChildrenWithReflection());
            }

            protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(Steps[0]);
        }

        public static class Declarations
        {
            public static void Declare(NativeActivityMetadata metadata, Activity activity) { }
        }

        public sealed class UsesAHelper : NativeActivity
        {
            public InArgument<int> Times { get; set; } = null!;

            protected override void CacheMetadata(NativeActivityMetadata metadata) => Declarations.Declare(metadata, this);

            protected override void Execute(NativeActivityContext context) { }
        }
        """);

    [Theory]
    [InlineData("InArgument<int> Part { get; set; } = 1;", "metadata.AddArgument(new RuntimeArgument(nameof(Part), typeof(int), ArgumentDirection.In));")]
    [InlineData(
        "[RequiredArgument] public InOutArgument<string?>? Part { get; set; }",
        "metadata.AddArgument(new RuntimeArgument(nameof(Part), typeof(string), ArgumentDirection.InOut, isRequired: true));")]
    [InlineData("Activity? Part { get; set; }", "metadata.AddChild(Part);")]
    [InlineData("ActivityAction? Part { get; set; }", "metadata.AddDelegate(Part);")]
    [InlineData("Variable<int> Part { get; } = new();", "metadata.AddVariable(Part);")]
    public async Task CacheMetadata_WithTheCodeFix_DeclaresThePart(string property, string statement)
    {
        string declaration = property.StartsWith('[') ? property : $"public {property}";
        string? changed = await Fixing.ApplyAsync(
            new MetadataCodeFix(),
            $$"""
            public sealed class Run : NativeActivity
            {
                {{declaration}}

                protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.RequireExtension<string>();

                protected override void Execute(NativeActivityContext context) => GC.KeepAlive(Part);
            }
            """);
        Assert.Contains(
            $$"""
                protected override void CacheMetadata(NativeActivityMetadata metadata)
                {
                    metadata.RequireExtension<string>();
                    {{statement}}
                }
            """.ReplaceLineEndings("\n"),
            changed,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task CacheMetadata_ThatOmitsAMemberOfAGroup_HasNoCodeFix() => Assert.Null(await Fixing.ApplyAsync(
        new MetadataCodeFix(),
        """
        public sealed class Run : CodeActivity
        {
            [OverloadGroup("a")]
            public InArgument<int>? Part { get; set; }

            protected override void CacheMetadata(CodeActivityMetadata metadata) { }

            protected override void Execute(CodeActivityContext context) { }
        }
        """));
}
