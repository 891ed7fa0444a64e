using System;
using System.Collections.Generic;
using System.Workflow.ComponentModel;

namespace System.Workflow.Runtime.Tracking
{
    public enum ComparisonOperator
    {
        Equals,
        NotEquals,
    }

    public class WorkflowTrackPointCollection : List<WorkflowTrackPoint>
    {
        public WorkflowTrackPointCollection() => throw null;
        public WorkflowTrackPointCollection(IEnumerable<WorkflowTrackPoint> points) => throw null;
    }

    public class ActivityTrackPointCollection : List<ActivityTrackPoint>
    {
        public ActivityTrackPointCollection() => throw null;
        public ActivityTrackPointCollection(IEnumerable<ActivityTrackPoint> points) => throw null;
    }

    public class UserTrackPointCollection : List<UserTrackPoint>
    {
        public UserTrackPointCollection() => throw null;
        public UserTrackPointCollection(IEnumerable<UserTrackPoint> points) => throw null;
    }

    public class ActivityTrackingLocationCollection : List<ActivityTrackingLocation>
    {
        public ActivityTrackingLocationCollection() => throw null;
        public ActivityTrackingLocationCollection(IEnumerable<ActivityTrackingLocation> locations) => throw null;
    }

    public class UserTrackingLocationCollection : List<UserTrackingLocation>
    {
        public UserTrackingLocationCollection() => throw null;
        public UserTrackingLocationCollection(IEnumerable<UserTrackingLocation> locations) => throw null;
    }

    public class TrackingConditionCollection : List<TrackingCondition>
    {
        public TrackingConditionCollection() => throw null;
        public TrackingConditionCollection(IEnumerable<TrackingCondition> conditions) => throw null;
    }

    public class ExtractCollection : List<TrackingExtract>
    {
        public ExtractCollection() => throw null;
        public ExtractCollection(IEnumerable<TrackingExtract> extracts) => throw null;
    }

    public class TrackingAnnotationCollection : List<string>
    {
        public TrackingAnnotationCollection() => throw null;
        public TrackingAnnotationCollection(IEnumerable<string> annotations) => throw null;
    }

    public class TrackingProfile
    {
        public TrackingProfile() => throw null;
        public ActivityTrackPointCollection ActivityTrackPoints => throw null;
        public UserTrackPointCollection UserTrackPoints => throw null;
        public Version Version { get => throw null; set => throw null; }
        public WorkflowTrackPointCollection WorkflowTrackPoints => throw null;
    }

    public sealed class WorkflowTrackPoint
    {
        public WorkflowTrackPoint() => throw null;
        public TrackingAnnotationCollection Annotations => throw null;
        public WorkflowTrackingLocation MatchingLocation { get => throw null; set => throw null; }
    }

    public sealed class ActivityTrackPoint
    {
        public ActivityTrackPoint() => throw null;
        public TrackingAnnotationCollection Annotations => throw null;
        public ActivityTrackingLocationCollection ExcludedLocations => throw null;
        public ExtractCollection Extracts => throw null;
        public ActivityTrackingLocationCollection MatchingLocations => throw null;
    }

    public sealed class UserTrackPoint
    {
        public UserTrackPoint() => throw null;
        public TrackingAnnotationCollection Annotations => throw null;
        public UserTrackingLocationCollection ExcludedLocations => throw null;
        public ExtractCollection Extracts => throw null;
        public UserTrackingLocationCollection MatchingLocations => throw null;
    }

    public sealed class WorkflowTrackingLocation
    {
        public WorkflowTrackingLocation() => throw null;
        public WorkflowTrackingLocation(IList<TrackingWorkflowEvent> events) => throw null;
        public IList<TrackingWorkflowEvent> Events => throw null;
    }

    public sealed class ActivityTrackingLocation
    {
        public ActivityTrackingLocation() => throw null;
        public ActivityTrackingLocation(string activityTypeName) => throw null;
        public ActivityTrackingLocation(Type activityType) => throw null;
        public ActivityTrackingLocation(string activityTypeName, IEnumerable<ActivityExecutionStatus> executionStatusEvents) => throw null;
        public ActivityTrackingLocation(Type activityType, IEnumerable<ActivityExecutionStatus> executionStatusEvents) => throw null;
        public ActivityTrackingLocation(string activityTypeName, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents) =>
            throw null;
        public ActivityTrackingLocation(Type activityType, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents) => throw null;
        public Type ActivityType { get => throw null; set => throw null; }
        public string ActivityTypeName { get => throw null; set => throw null; }
        public TrackingConditionCollection Conditions => throw null;
        public IList<ActivityExecutionStatus> ExecutionStatusEvents => throw null;
        public bool MatchDerivedTypes { get => throw null; set => throw null; }
    }

    public sealed class UserTrackingLocation
    {
        public UserTrackingLocation() => throw null;
        public UserTrackingLocation(string argumentTypeName) => throw null;
        public UserTrackingLocation(Type argumentType) => throw null;
        public UserTrackingLocation(string argumentTypeName, string activityTypeName) => throw null;
        public UserTrackingLocation(string argumentTypeName, Type activityType) => throw null;
        public UserTrackingLocation(Type argumentType, string activityTypeName) => throw null;
        public UserTrackingLocation(Type argumentType, Type activityType) => throw null;
        public Type ActivityType { get => throw null; set => throw null; }
        public string ActivityTypeName { get => throw null; set => throw null; }
        public Type ArgumentType { get => throw null; set => throw null; }
        public string ArgumentTypeName { get => throw null; set => throw null; }
        public TrackingConditionCollection Conditions => throw null;
        public string KeyName { get => throw null; set => throw null; }
        public bool MatchDerivedActivityTypes { get => throw null; set => throw null; }
        public bool MatchDerivedArgumentTypes { get => throw null; set => throw null; }
    }

    public abstract class TrackingCondition
    {
        internal TrackingCondition() => throw null;
        public string Member { get => throw null; set => throw null; }
        public ComparisonOperator Operator { get => throw null; set => throw null; }
        public string Value { get => throw null; set => throw null; }
    }

    public class ActivityTrackingCondition : TrackingCondition
    {
        public ActivityTrackingCondition() => throw null;
        public ActivityTrackingCondition(string member, string value) => throw null;
    }

    public abstract class TrackingExtract
    {
        internal TrackingExtract() => throw null;
        public TrackingAnnotationCollection Annotations => throw null;
        public string Member { get => throw null; set => throw null; }
    }

    public class ActivityDataTrackingExtract : TrackingExtract
    {
        public ActivityDataTrackingExtract() => throw null;
        public ActivityDataTrackingExtract(string member) => throw null;
    }

    public class WorkflowDataTrackingExtract : TrackingExtract
    {
        public WorkflowDataTrackingExtract() => throw null;
        public WorkflowDataTrackingExtract(string member) => throw null;
    }
}
