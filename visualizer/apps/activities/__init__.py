"""What a person is doing: state and sentences of each activity, alike on screens and in lines."""
